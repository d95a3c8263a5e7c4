import { RawConnection } from './run-server.ts'

const inPercent = (path: string, digits: (hex: string) => string) =>
  path.replaceAll(/[^/]/g, (sign) => `%${digits(sign.charCodeAt(0).toString(16))}`)
const capital = (hex: string) => hex.toUpperCase()
const small = (hex: string) => hex

/** The ways of writing a path that a router may take for the plain one. */
const theSame = {
  plain: (path) => path,
  'first letter in percent signs': (path) => inPercent(path.slice(0, 2), small) + path.slice(2),
  'all in percent signs, small': (path) => inPercent(path, small),
  'all in percent signs, capital': (path) => inPercent(path, capital),
  'with a query': (path) => `${path}?x=/assets/`,
  'with a fragment': (path) => `${path}#x`,
  'in absolute form': (path) => `http://x${path}`,
  'in absolute form, of another scheme': (path) => `HTTPS://user@evil.example:1${path}`,
  'in absolute form, in percent signs': (path) => `http://x${inPercent(path, small)}`,
} satisfies Record<string, (path: string) => string>

/** Ways that a program on the way, or a careless check, may take for the plain one. */
const alike = {
  'in capitals': (path) => path.toUpperCase(),
  'one capital': (path) => path.slice(0, 1) + path.slice(1, 2).toUpperCase() + path.slice(2),
  'two slashes before': (path) => `/${path}`,
  'two slashes within': (path) => path.replaceAll(/(?!^)\//g, '//'),
  'slashes in percent signs': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'a slash at the end': (path) => `${path}/`,
  'a dot segment': (path) => `/.${path}`,
  'a dot segment within': (path) => path.replaceAll(/(?!^)\//g, '/./'),
  'a dot segment in percent signs': (path) => `/%2e${path}`,
  'up and down': (path) => `/assets/..${path}`,
  'up and down in percent signs': (path) => `/assets/%2e%2E${path}`,
  'up and down, slash in percent signs': (path) => `/assets/..%2f${path.slice(1)}`,
  'with backslashes': (path) => path.replaceAll('/', '\\'),
  'a backslash in percent signs': (path) => `/%5c${path.slice(1)}`,
  'twice in percent signs': (path) => inPercent(path, small).replaceAll('%', '%25'),
  'overlong UTF-8': (path) => path.replaceAll('/', '%c0%af'),
  'broken percent signs': (path) => `${path}%zz`,
  'a zero at the end': (path) => `${path}%00`,
  'a space at the end': (path) => `${path}%20`,
  'a tab at the end': (path) => `${path}%09`,
  'a dot at the end': (path) => `${path}.`,
  'a semicolon': (path) => `${path};x=1`,
  'a suffix': (path) => `${path}.json`,
  'a query in percent signs': (path) => `${path}%3fx`,
  'without a slash before': (path) => path.slice(1),
  'a star before': (path) => `*${path}`,
} satisfies Record<string, (path: string) => string>

export const spellings: Record<string, (path: string) => string> = { ...theSame, ...alike }

/** Whether a router is bound to take it for the plain path. */
export const isTheSame = (spelling: string): boolean => spelling in theSame

type RawRequest = {
  method?: string
  /** As it goes over the wire; `fetch` would tidy it. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request as it is, over a connection of its own. @returns status 0 where it was not answered. */
export async function askRaw(
  url: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<{ status: number; head: string; text: string }> {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const all = { Host: new URL(url).host, Connection: 'close', ...length, ...headers }
  const lines = Object.entries(all).map((entry) => entry.join(': '))
  const sent = [`${method} ${path} HTTP/1.1`, ...lines, '', body]
  const connection = await RawConnection.open(url, sent.join('\r\n'))
  await connection.closed
  const [head = '', ...rest] = connection.answer.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
  return { status, head, text: rest.join('\r\n\r\n') }
}
