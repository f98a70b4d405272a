// From the receivers of docs/webhooks.md, which a test runs. Another test checks that every line here
// is still a line of those receivers, in the same order.

export const snippets = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env.WEBHOOK_SECRET

const isGenuine = (body, signature = '') => {
  const expected = \`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`
  const [a, b] = [Buffer.from(signature), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const body = await buffer(request) // the raw bytes, before anything parses them
if (!isGenuine(body, request.headers['x-service-signature'])) {
  return response.writeHead(401).end()
}
`,
  Python: `import hashlib
import hmac
import os

SECRET = os.environ["WEBHOOK_SECRET"].encode()

def is_genuine(body, signature):
    expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())

body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
if not is_genuine(body, self.headers.get("X-Service-Signature", "")):
    return self.answer(401)
`,
  Go: `var secret = []byte(os.Getenv("WEBHOOK_SECRET"))

func isGenuine(body []byte, signature string) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(signature), []byte(expected))
}

body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
if err != nil || !isGenuine(body, r.Header.Get("X-Service-Signature")) {
	w.WriteHeader(http.StatusUnauthorized)
	return
}
`,
  PHP: `$secret = getenv('WEBHOOK_SECRET');
$body = file_get_contents('php://input'); // the raw bytes
$signature = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
if (!hash_equals($expected, $signature)) {
    http_response_code(401);
    exit;
}
`,
} as const

export type SnippetLanguage = keyof typeof snippets
