import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verify(headers, body):
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    signed = f'{headers["webhook-id"]}.{timestamp}.'.encode() + body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    signatures = [part.removeprefix("v1,") for part in headers["webhook-signature"].split(" ")]
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("wrong signature")
    return json.loads(body)

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(self.headers, body)
        except (KeyError, TypeError, ValueError):
            self.send_response(401)
        else:
            print(event["type"], event["data"]["lead"], flush=True)
            self.send_response(204)
        self.end_headers()

HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
