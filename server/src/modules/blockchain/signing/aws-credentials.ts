/** Who asks AWS: the keys of the environment, or the role of the machine (instance metadata, version 2), which are renewed before they end. */
import * as z from 'zod'
import { fetchWithin } from '../../../platform/fetch-within.ts'
import { SettingsInvalid } from '../../../platform/settings.ts'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

const METADATA = 'http://169.254.169.254'
const TIMEOUT_MS = 3_000
const TOKEN_SECONDS = 300
const RENEW_BEFORE_MS = 5 * 60_000
const RoleAnswer = z.object({ AccessKeyId: z.string(), SecretAccessKey: z.string(), Token: z.string(), Expiration: z.iso.datetime() })

export function awsCredentials(env: NodeJS.ProcessEnv): () => Promise<AwsCredentials> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey, sessionToken: sessionToken ?? null })
  if (accessKeyId || secretAccessKey) throw new SettingsInvalid('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together.')
  const endpoint = env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? METADATA
  let held: (AwsCredentials & { readonly until: number }) | null = null
  return async () => {
    if (!held || held.until - RENEW_BEFORE_MS < Date.now()) held = await roleOfMachine(endpoint)
    return held
  }
}

async function roleOfMachine(endpoint: string): Promise<AwsCredentials & { until: number }> {
  const ask = async (path: string, init: Parameters<typeof fetchWithin>[2]) => {
    const response = await fetchWithin(TIMEOUT_MS, new URL(path, endpoint), init)
    if (!response.ok) throw new Error(`the metadata of the machine answered ${response.status}`)
    return response.text()
  }
  const token = await ask('/latest/api/token', {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': String(TOKEN_SECONDS) },
  })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = '/latest/meta-data/iam/security-credentials/'
  const role = (await ask(roles, { headers })).trim()
  const answer = RoleAnswer.parse(JSON.parse(await ask(`${roles}${role}`, { headers })))
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration } = answer
  return { accessKeyId, secretAccessKey, sessionToken, until: Date.parse(Expiration) }
}
