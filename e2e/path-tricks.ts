/** Other spellings of a call, which a guard that only compares the path would let through (R22). */
import { request } from 'node:http'
import type { Endpoint } from '@tunjo/contract/endpoint'

export interface Trick {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
}
const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

export function tricksOf({ method, path }: Endpoint, query: Readonly<Record<string, string>> = {}): Trick[] {
  const asked = `?${new URLSearchParams(query)}`
  const [first = '', ...rest] = path.slice(1).split('/')
  const cut = path.lastIndexOf('/')
  const spellings = [
    path.toUpperCase(), `/${path}`, path.replaceAll('/', '//'), `${path}/`, `${path}//`, `/${first}%2f${rest.join('%2F')}`,
    `/${first}/x/../${rest.join('/')}`, `/${first}/./${rest.join('/')}`, `/${first}/%2e%2e${path}`, `${path}/..;/`, `${path};a=b`,
    `${path.slice(0, cut)};/${path.slice(cut + 1)}`, `${path}%00`, `${path}%20`, `${path}.json`, `/static/..${path}`,
  ] // biome-ignore format: one table
  return [
    ...spellings.map((spelling) => ({ method, path: spelling + asked })),
    ...METHODS.filter((other) => other !== method).map((other) => ({ method: other, path: path + asked })),
    { method, path: `${path}${asked}&role=ROLE_ADMIN&authorities=ROLE_ADMIN` },
    { method: 'POST', path: path + asked, headers: { 'x-http-method-override': method } },
    { method, path: `/api/nothing${asked}`, headers: { 'x-original-url': path, 'x-rewrite-url': path } },
  ]
}

/** Status of a request exactly as written: `fetch` normalises paths before it sends them. */
export function rawStatus(url: string, token: string, { method, path, headers }: Trick): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, method, path, headers: { authorization: `Bearer ${token}`, ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}
