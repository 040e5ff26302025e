#!/bin/sh
# Starts php-fpm and nginx, which write everything into the folder $FOLDER.
set -e
cd "$(dirname "$0")"
service=$PWD/service.php
# As root, both would run as users that can't read the folder.
if [ "$(id -u)" = 0 ]; then user='user = root' root=--allow-to-run-as-root; fi

cat > "$FOLDER/fpm.conf" <<END
[global]
error_log = $FOLDER/fpm.log
[www]
$user
listen = $FOLDER/php.sock
pm = static
pm.max_children = 5
END

cat > "$FOLDER/nginx.conf" <<END
${user:+user root;}
daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path body;
  fastcgi_temp_path fastcgi;
  proxy_temp_path proxy;
  scgi_temp_path scgi;
  uwsgi_temp_path uwsgi;
  server {
    listen 127.0.0.1:$PORT;
    client_max_body_size 1m;
    location / {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $service;
      fastcgi_param TOKEN $TOKEN;
      fastcgi_pass unix:$FOLDER/php.sock;
    }
  }
}
END

# php-fpm leaves this group of processes, so it has to notice the end of nginx by itself.
setpriv --pdeathsig TERM /usr/sbin/php-fpm* --nodaemonize $root --fpm-config "$FOLDER/fpm.conf" &
echo "Listening on http://127.0.0.1:$PORT"
exec /usr/sbin/nginx -p "$FOLDER" -c "$FOLDER/nginx.conf"
