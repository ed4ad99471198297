import express from 'express'
import helmet from 'helmet'
import pino from 'pino'

const [size, status] = process.argv.slice(2).map(Number)
const body = Buffer.alloc(size, 'x')
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': size }

const log = pino(pino.destination('/dev/null'))

/** An Express server with an access log and security headers. It sends `size` bytes, or responds 304. */
const server = express()
  .use((request, response, next) => {
    response.once('close', () => log.info({ path: request.url, status: response.statusCode }, 'request'))
    next()
  }, helmet())
  .use((_request, response) => {
    if (status === 304) response.writeHead(304).end()
    else response.writeHead(200, headers).end(body)
  })
  .listen(0, '127.0.0.1', () => {
    process.stdout.write(`Budkeeper is at http://127.0.0.1:${server.address().port}\n`)
  })
