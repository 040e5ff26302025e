#!/bin/sh
# Starts php-fpm and nginx in the foreground; everything that they write is in the folder $FOLDER.
set -e
cd "$(dirname "$0")"
service=$PWD/service.php

cat > "$FOLDER/fpm.conf" <<END
[global]
error_log = $FOLDER/fpm.log
[www]
listen = $FOLDER/php.sock
pm = static
pm.max_children = 5
END

cat > "$FOLDER/nginx.conf" <<END
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

# It leaves the group of this process, so it has to notice the end of nginx by itself.
fpm=$(ls /usr/sbin/php-fpm*)
if [ "$(id -u)" = 0 ]; then
  # As root, both would change to users that can't read the folder.
  printf 'user = root\n' >> "$FOLDER/fpm.conf"
  setpriv --pdeathsig TERM "$fpm" --nodaemonize --allow-to-run-as-root --fpm-config "$FOLDER/fpm.conf" &
  exec /usr/sbin/nginx -p "$FOLDER" -c "$FOLDER/nginx.conf" -g 'user root;'
fi
setpriv --pdeathsig TERM "$fpm" --nodaemonize --fpm-config "$FOLDER/fpm.conf" &
exec /usr/sbin/nginx -p "$FOLDER" -c "$FOLDER/nginx.conf"
