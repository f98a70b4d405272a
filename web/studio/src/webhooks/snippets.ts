// The receivers of docs/webhooks.md, word for word: complete programs that run as pasted. A test runs
// those of the guide, another one compares these with them.

export interface Snippet {
  /** The command that runs it. */
  run: string
  text: string
}

export const snippets = {
  'Node.js': {
    run: 'node receiver.mjs',
    text: `// receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const secret = process.env.WEBHOOK_SECRET
if (!secret) throw new Error('Set WEBHOOK_SECRET.')
const seen = new Set() // yours: a table with a unique id

const isGenuine = (body, signature = '') => {
  const expected = \`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`
  const [a, b] = [Buffer.from(signature), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const handle = (event) => console.log(event.event, event.id)

createServer(async (request, response) => {
  const body = await buffer(request) // the raw bytes, before anything parses them
  if (!isGenuine(body, request.headers['x-service-signature'])) {
    return response.writeHead(401).end()
  }
  const event = JSON.parse(body)
  const isNew = !seen.has(event.id)
  seen.add(event.id)
  response.writeHead(204).end()
  if (isNew) handle(event)
}).listen(process.env.PORT ?? 4000)
`,
  },
  Python: {
    run: 'python3 receiver.py',
    text: `# receiver.py
import hashlib
import hmac
import json
import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()
if not SECRET:
    raise SystemExit("Set WEBHOOK_SECRET.")
seen = set()  # yours: a table with a unique id
seen_lock = threading.Lock()
work = queue.Queue()


def is_genuine(body, signature):
    expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_genuine(body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401)
        event = json.loads(body)
        with seen_lock:
            is_new = event["id"] not in seen
            seen.add(event["id"])
        if is_new:
            work.put(event)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()


def handle_events():
    while True:
        event = work.get()
        print(event["event"], event["id"], flush=True)


threading.Thread(target=handle_events, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
`,
  },
  Go: {
    run: 'go run receiver.go',
    text: `// receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
)

type Event struct {
	Event string          \`json:"event"\`
	ID    string          \`json:"id"\`
	Data  json.RawMessage \`json:"data"\`
}

var secret = []byte(os.Getenv("WEBHOOK_SECRET"))
var seen sync.Map // yours: a table with a unique id

func isGenuine(body []byte, signature string) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(signature), []byte(expected))
}

func handle(event Event) {
	fmt.Println(event.Event, event.ID)
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || !isGenuine(body, r.Header.Get("X-Service-Signature")) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if _, known := seen.LoadOrStore(event.ID, true); !known {
		go handle(event)
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	if len(secret) == 0 {
		log.Fatal("Set WEBHOOK_SECRET.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	http.HandleFunc("/", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`,
  },
  PHP: {
    run: 'php -S 127.0.0.1:4000 receiver.php',
    text: `<?php // receiver.php
$secret = getenv('WEBHOOK_SECRET');
if (!$secret) {
    http_response_code(500);
    exit('Set WEBHOOK_SECRET.');
}
$body = file_get_contents('php://input'); // the raw bytes
$signature = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
if (!hash_equals($expected, $signature)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);

// Yours: a table with a unique id. Here a file for each: making it fails when it is there.
$folder = sys_get_temp_dir() . '/webhook-events';
@mkdir($folder);
$isNew = @fopen($folder . '/' . basename($event['id']), 'x') !== false;

http_response_code(204);
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request(); // under PHP-FPM the answer leaves here
}
if ($isNew) {
    error_log($event['event'] . ' ' . $event['id']);
}
`,
  },
} as const satisfies Record<string, Snippet>

export type SnippetLanguage = keyof typeof snippets
