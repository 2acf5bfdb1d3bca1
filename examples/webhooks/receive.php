<?php
function verify(string $secret, array $headers, string $body): array
{
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('too old');
    }
    $signed = ($headers['webhook-id'] ?? '') . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('wrong signature');
}

try {
    $headers = array_change_key_case(getallheaders());
    $event = verify(getenv('WEBHOOK_SECRET'), $headers, file_get_contents('php://input'));
    error_log($event['type'] . ' ' . $event['data']['lead']);
    http_response_code(204);
} catch (RuntimeException) {
    http_response_code(401);
}
