require 'json'
require 'openssl'

def base64url(bytes)
  [bytes].pack('m0').tr('+/', '-_').delete('=')
end

def sign_visitor(claims, secret)
  header = { alg: 'HS256', typ: 'JWT' }
  content = [header, claims.merge(exp: Time.now.to_i + 300)].map { |part| base64url(part.to_json) }.join('.')
  "#{content}.#{base64url(OpenSSL::HMAC.digest('SHA256', secret, content))}"
end

visitor = { phone: '+14155552671', first_name: 'Zoë', attributes: { plan: 'pro' } }
puts sign_visitor(visitor, ENV.fetch('LEADCHAT_IDENTITY_SECRET'))
