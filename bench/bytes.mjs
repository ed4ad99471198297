import { createServer } from 'node:http'

const [size, status] = process.argv.slice(2).map(Number)
const body = Buffer.alloc(size, 'x')
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': size }

/** Responds with a given number of bytes, or with a 304. Uses only `node:http`. */
const server = createServer((_request, response) => {
  if (status === 304) response.writeHead(304).end()
  else response.writeHead(200, headers).end(body)
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`Budkeeper is at http://127.0.0.1:${server.address().port}\n`)
})
