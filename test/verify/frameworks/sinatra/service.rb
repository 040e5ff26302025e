require 'json'
require 'rack/utils'
require 'sinatra/base'

class PlantStore < Sinatra::Base
  MAX_BODY = 1024 * 1024
  INT64 = (-(2**63)...(2**63))

  set :show_exceptions, false
  set :raise_errors, false
  set :plants, {}
  set :lock, Mutex.new

  helpers do
    def reject(status, message, headers = {})
      halt status, headers.merge('Content-Type' => 'application/json'), JSON.generate(error: status, message: message)
    end

    def read_body
      reject 415, 'the content type must be application/json' unless request.media_type == 'application/json'
      text = request.body.read
      reject 413, 'the body is too large' if text.bytesize > MAX_BODY
      JSON.parse(text)
    rescue JSON::ParserError
      reject 400, 'the body is not JSON'
    end

    def text?(value)
      value.is_a?(String) && value.valid_encoding?
    end

    def read_plant
      body = read_body
      reject 400, 'the body must be an object' unless body.is_a?(Hash)
      id, name, tag = body.values_at('id', 'name', 'tag')
      reject 400, 'id must be an integer of 64 bits' unless id.is_a?(Integer) && INT64.cover?(id)
      reject 400, 'name must be a string' unless text?(name)
      reject 400, 'tag must be a string' unless text?(tag) || !body.key?('tag')
      [id, body.slice('name', 'tag')]
    end
  end

  before do
    scheme, credentials = request.env['HTTP_AUTHORIZATION'].to_s.split(' ', 2)
    next if scheme.to_s.casecmp?('bearer') && Rack::Utils.secure_compare(credentials.to_s, ENV.fetch('TOKEN'))

    reject 401, 'a valid bearer token is required', 'WWW-Authenticate' => 'Bearer'
  end

  post '/plants' do
    id, plant = read_plant
    settings.lock.synchronize do
      reject 409, "the plant #{id} exists already" if settings.plants.key?(id)
      settings.plants[id] = plant
    end
    content_type :json
    JSON.generate(plant)
  end

  %i[get put patch delete].each do |method|
    send(method, '/plants') { reject 405, 'only POST is allowed', 'Allow' => 'POST' }
  end

  not_found { reject 404, 'no such path' }

  error(Sinatra::BadRequest) { reject 400, 'the request is invalid' }

  error { reject 500, 'internal error' }
end
