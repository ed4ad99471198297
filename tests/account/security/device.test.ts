import { expect, test } from 'vitest'
import { nameDevice } from '~/account/security/device'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0`, 'Firefox on Windows'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`${mozilla} (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on Linux'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPad',
  ],
  [
    `${mozilla} (Linux; Android 14; SM-S921B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${mozilla} (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0`, 'Firefox on Android'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32.3', 'python-requests'],
  ['node', 'node'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
