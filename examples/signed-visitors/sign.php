<?php
function base64url(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function signVisitor(array $claims, string $secret): string {
    $header = ['alg' => 'HS256', 'typ' => 'JWT'];
    $claims['exp'] = time() + 300;
    $content = base64url(json_encode($header)) . '.' . base64url(json_encode($claims));
    return $content . '.' . base64url(hash_hmac('sha256', $content, $secret, true));
}

$visitor = ['phone' => '+14155552671', 'first_name' => 'Zoë', 'attributes' => ['plan' => 'pro']];
echo signVisitor($visitor, getenv('LEADCHAT_IDENTITY_SECRET')), "\n";
