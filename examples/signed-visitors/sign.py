import base64, hashlib, hmac, json, os, time

def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

def sign_visitor(claims, secret):
    header = {"alg": "HS256", "typ": "JWT"}
    parts = [header, {**claims, "exp": int(time.time()) + 300}]
    content = ".".join(base64url(json.dumps(part).encode()) for part in parts)
    signature = hmac.new(secret.encode(), content.encode(), hashlib.sha256).digest()
    return f"{content}.{base64url(signature)}"

visitor = {"phone": "+14155552671", "first_name": "Zoë", "attributes": {"plan": "pro"}}
print(sign_visitor(visitor, os.environ["LEADCHAT_IDENTITY_SECRET"]))
