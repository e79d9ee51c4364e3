/** AWS credentials: the keys of the environment, or the role of the machine (instance metadata, version 2), renewed before they expire. */
import * as z from 'zod'
import { fetchWithin, readAtMost } from '../../../../platform/process/fetch-within.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

const METADATA = 'http://169.254.169.254'
const TIMEOUT_MS = 3_000
const TOKEN_SECONDS = 300
const RENEW_BEFORE_MS = 5 * 60_000
/** An answer holds one token, one name or one set of keys. */
const MAX_ANSWER_BYTES = 20_000
/** A token goes into a header and a name into a path: any other form comes from another service. */
const Token = z.string().regex(/^[\x21-\x7e]{1,2000}$/)
const RoleName = z.string().regex(/^[\w+=,.@-]{1,64}$/)
const RoleAnswer = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.iso.datetime(),
})

export interface AwsCredentialSource {
  current(): Promise<AwsCredentials>
  /** Drops the credentials after a service refused them: the next call asks the machine again. */
  invalidate(): void
}

export function awsCredentials(env: NodeJS.ProcessEnv): AwsCredentialSource {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env
  if (accessKeyId && secretAccessKey)
    return { current: async () => ({ accessKeyId, secretAccessKey, sessionToken: sessionToken ?? null }), invalidate: () => undefined }
  if (accessKeyId || secretAccessKey) throw new SettingsInvalid('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together.')
  return credentialsOfMachine(env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? METADATA)
}

function credentialsOfMachine(endpoint: string): AwsCredentialSource {
  let held: (AwsCredentials & { readonly until: number }) | null = null
  const current = async () => {
    const now = Date.now()
    if (held && held.until - RENEW_BEFORE_MS >= now) return held
    try {
      held = await roleOfMachine(endpoint)
    } catch (error) {
      // The loaded keys are valid until they expire.
      if (!held || held.until <= now) throw error
    }
    return held
  }
  return {
    current,
    invalidate: () => {
      held = null
    },
  }
}

async function roleOfMachine(endpoint: string): Promise<AwsCredentials & { until: number }> {
  const ask = async (path: string, init: Parameters<typeof fetchWithin>[2]) => {
    const response = await fetchWithin(TIMEOUT_MS, new URL(path, endpoint), init)
    if (!response.ok) throw new Error(`the metadata of the machine answered ${response.status}`)
    return (await readAtMost(response, MAX_ANSWER_BYTES, () => new Error('the metadata of the machine answered with too much'))).toString(
      'utf8',
    )
  }
  const asked = await ask('/latest/api/token', {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': String(TOKEN_SECONDS) },
  })
  const token = Token.parse(asked.trim())
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = '/latest/meta-data/iam/security-credentials/'
  const role = RoleName.parse((await ask(roles, { headers })).trim())
  const answer = RoleAnswer.parse(JSON.parse(await ask(`${roles}${role}`, { headers })))
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration } = answer
  return { accessKeyId, secretAccessKey, sessionToken, until: Date.parse(Expiration) }
}
