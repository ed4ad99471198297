/** In this order, because most browsers also name those that they derive from. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** A name for the device of a `User-Agent` header, such as 'Firefox on Windows', or 'curl' for a program. */
export function nameDevice(userAgent: string) {
  const find = (rules: typeof browsers | typeof systems) => rules.find(([rule]) => rule.test(userAgent))?.[1]
  const [program] = /^[A-Za-z][\w.-]{0,39}(?=\/|\s|$)/.exec(userAgent) ?? []
  const browser = find(browsers) ?? (program === 'Mozilla' ? undefined : program)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
