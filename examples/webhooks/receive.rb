require 'base64'
require 'json'
require 'openssl'
require 'socket'

SECRET = Base64.decode64(ENV.fetch('WEBHOOK_SECRET').delete_prefix('whsec_'))

def verify(headers, body)
  timestamp = headers.fetch('webhook-timestamp')
  raise ArgumentError, 'too old' if (Time.now.to_i - Integer(timestamp)).abs > 300

  signed = "#{headers.fetch('webhook-id')}.#{timestamp}.#{body}"
  expected = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', SECRET, signed))}"
  signatures = headers.fetch('webhook-signature').split(' ')
  raise ArgumentError, 'wrong signature' unless signatures.any? { |signature| OpenSSL.secure_compare(expected, signature) }

  JSON.parse(body)
end

server = TCPServer.new('127.0.0.1', Integer(ENV.fetch('PORT')))
loop do
  client = server.accept
  client.gets
  headers = {}
  while (line = client.gets.chomp) != ''
    name, value = line.split(': ', 2)
    headers[name.downcase] = value
  end
  body = client.read(Integer(headers.fetch('content-length', '0')))
  begin
    event = verify(headers, body)
    puts "#{event['type']} #{event['data']['lead']}"
    $stdout.flush
    client.write("HTTP/1.1 204 No Content\r\n\r\n")
  rescue KeyError, ArgumentError
    client.write("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n")
  end
  client.close
end
