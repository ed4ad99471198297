import { expect, test } from 'vitest'
import { addressProblem, checkedAddresses, isPublic } from '~/integrations/webhooks/addresses.server'

const words = (text: string) => text.trim().split(/\s+/)

test.each(
  words(`
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
    169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1
    198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    168.63.129.16
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b::808:808
    64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 3fff::1
    5f00::1 fc00::1 fd00:ec2::254 fd12:3456::1 fe80::1 fe80::1%eth0 2606:4700::1111%lo fec0::1 ff02::1 ff0e::1
    localhost 1.2.3 x 127.1
  `),
)('%s is not public', (ip) => {
  expect(isPublic(ip)).toBe(false)
})

test.each(
  words(`
    8.8.8.8 1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
    172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255
    2000::1 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450::1 2003::1 3ffe::1
  `),
)('%s is public', (ip) => {
  expect(isPublic(ip)).toBe(true)
})

const https = 'must be a URL that begins with https://'
const notPublic = 'must be on the public internet'

test.each([
  ['', https],
  ['x', https],
  ['example.com/hook', https],
  ['http://example.com', https],
  ['http://8.8.8.8:8080', https],
  ['ftp://example.com', https],
  ['file:///etc/passwd', https],
  ['javascript:alert(1)', https],
  ['https://', https],
  ['https://ada@example.com', 'must not contain a user name or password'],
  ['https://ada:secret@example.com', 'must not contain a user name or password'],
  ['https://example.com:22', 'must have the port 443, or one above 1023'],
  ['https://example.com:80', 'must have the port 443, or one above 1023'],
  ['https://example.com:1023', 'must have the port 443, or one above 1023'],
  ['https://10.0.0.1', notPublic],
  ['https://0xa.1', notPublic],
  ['https://167772161', notPublic],
  ['https://012.0.0.1', notPublic],
  ['https://169.254.169.254/latest/meta-data', notPublic],
  ['https://0xa9fea9fe', notPublic],
  ['https://2852039166', notPublic],
  ['https://[::ffff:10.0.0.1]', notPublic],
  ['https://[::ffff:a00:1]', notPublic],
  ['https://[::ffff:127.0.0.1]', notPublic],
  ['https://[fe80::1]', notPublic],
  ['https://[64:ff9b::10.0.0.1]', notPublic],
  ['https://①⓪.0.0.1', notPublic],
  ['https://0', notPublic],
])('the address %s %s', (address, problem) => {
  expect(addressProblem(address)).toBe(problem)
})

test.each([
  'https://example.com',
  'https://example.com:443/hook?token=x',
  'https://example.com:1024',
  'https://example.com:8443',
  'https://8.8.8.8',
  'https://[2606:4700:4700::1111]/',
  'https://bücher.example/',
])('the address %s may be added', (address) => {
  expect(addressProblem(address)).toBeNull()
})

test.each(
  words(
    'http://127.0.0.1:4000 http://0x7f.1:4000 http://2130706433:4000 http://[::1]:4000 http://localhost:4000',
  ),
)('with WEBHOOK_LOOPBACK, %s may be added', (address) => {
  expect(addressProblem(address)).toBeNull()
})

const check = (address: string, ips: string[]) =>
  checkedAddresses(new URL(address), AbortSignal.timeout(1_000), async () => ips)

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback as IPv6', ['::1']],
  ['an IPv4-mapped loopback', ['::ffff:127.0.0.1']],
  ['a public and a private address', ['8.8.8.8', '10.0.0.1']],
  ['a metadata service', ['169.254.169.254']],
  ['something else than an address', ['example.com']],
])('a host that resolves to %s is refused, also with WEBHOOK_LOOPBACK', async (_what, ips) => {
  await expect(check('https://example.com', ips)).rejects.toThrow(
    'The address must be on the public internet',
  )
})

test('a host that resolves to nothing is refused', async () => {
  await expect(check('https://example.com', [])).rejects.toThrow('The host of the address was not found')
})

test('an IP address is checked at each delivery, whatever a resolver says', async () => {
  await expect(check('https://10.0.0.1', ['8.8.8.8'])).rejects.toThrow('must be on the public internet')
  expect(await check('https://[2606:4700:4700::1111]', [])).toEqual(['2606:4700:4700::1111'])
})

test('a public host resolves to all of its addresses', async () => {
  const ips = ['8.8.8.8', '2606:4700:4700::1111']
  expect(await check('https://example.com', ips)).toEqual(ips)
})
