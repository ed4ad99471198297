import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { env } from '~/base/node/env.server'
import { parseUrl } from '~/base/node/urls'

/** Ranges that are not public (IANA's registries of special addresses), and addresses of cloud metadata services. */
const special = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
])
/** Everything else is not public: loopback, link-local, private, multicast, IPv4-mapped and NAT64. */
const unicast6 = blockList('ipv6', ['2000::/3'])
/** Protocols (Teredo among them), documentation and 6to4. */
const special6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

const loopback = blockList('ipv4', ['127.0.0.0/8'])
const loopback6 = blockList('ipv6', ['::1/128'])

function blockList(family: 'ipv4' | 'ipv6', ranges: string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

/** Whether an IP address is on the public internet. */
export function isPublic(ip: string) {
  if (isIP(ip) === 4) return !special.check(ip, 'ipv4')
  return isIP(ip) === 6 && !ip.includes('%') && unicast6.check(ip, 'ipv6') && !special6.check(ip, 'ipv6')
}

function isLoopback(ip: string) {
  if (isIP(ip) === 4) return loopback.check(ip, 'ipv4')
  return isIP(ip) === 6 && !ip.includes('%') && loopback6.check(ip, 'ipv6')
}

/** For tests and development (operations, 'Outgoing webhooks'). */
const isLoopbackAllowed = env.WEBHOOK_LOOPBACK === 'on'

/** The host without the brackets of an IPv6 address. The URL parser has normalised every spelling of an IP address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const isLoopbackHost = (host: string) => host === 'localhost' || isLoopback(host)

/** What is wrong with the address of a webhook, as the end of a sentence. Null: nothing that is known without DNS. */
export function addressProblem(address: string) {
  const url = parseUrl(address)
  if (!url) return 'must be a URL that begins with https://'
  const host = hostOf(url)
  const isLocal = isLoopbackAllowed && isLoopbackHost(host)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    return 'must be a URL that begins with https://'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.port && Number(url.port) < 1024) return 'must have the port 443, or one above 1023'
  return isIP(host) && !isPublic(host) && !isLocal ? notPublic : null
}

const notPublic = 'must be on the public internet'

/** Why nothing is sent to an address. The message is for its owner. */
export class AddressError extends Error {}

export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

/** The IP addresses of the host of a URL. Throws `AddressError` unless each of them may be connected to. */
export async function checkedAddresses(url: URL, signal: AbortSignal, resolve: Resolve = resolveByDns) {
  const problem = addressProblem(url.href)
  if (problem) throw new AddressError(`The address ${problem}`)
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await resolve(host, signal)
  const mayBeLocal = isLoopbackAllowed && isLoopbackHost(host)
  if (ips.length === 0) throw new AddressError('The host of the address was not found')
  if (!ips.every((ip) => isPublic(ip) || (mayBeLocal && isLoopback(ip))))
    throw new AddressError(`The address ${notPublic}`)
  return ips
}

/**
 * By DNS alone, without `/etc/hosts`. Not `dns.lookup`, because it occupies the threads that hash passwords while a name
 * server is slow.
 */
async function resolveByDns(host: string, signal: AbortSignal) {
  if (host === 'localhost' && isLoopbackAllowed) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
