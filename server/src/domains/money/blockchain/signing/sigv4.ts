/** AWS Signature Version 4 of a request with a body and no query (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). */
import { createHash, createHmac } from 'node:crypto'
import type { AwsCredentials } from './aws-credentials.ts'

export interface UnsignedRequest {
  readonly method?: 'GET' | 'POST'
  readonly url: URL
  /** Names in lower case; `host`, the date and the token are added. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly region: string
  readonly service: string
  readonly now: Date
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** All headers to be sent except `host`, which the HTTP client adds. */
export function signRequest(request: UnsignedRequest, credentials: AwsCredentials): Record<string, string> {
  const { method = 'POST', url, body, region, service, now } = request
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = stamp.slice(0, 8)
  const sent: Record<string, string> = { ...request.headers, 'x-amz-date': stamp }
  if (credentials.sessionToken) sent['x-amz-security-token'] = credentials.sessionToken
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const canonical = [method, url.pathname, '', lines, names, hash(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${credentials.secretAccessKey}`, day))
  const signature = hmac(key, [ALGORITHM, stamp, scope, hash(canonical)].join('\n')).toString('hex')
  const authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}
