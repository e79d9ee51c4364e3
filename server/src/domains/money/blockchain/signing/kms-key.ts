/**
 * AWS KMS as the location of a key: `GetPublicKey` once at start, `Sign` of a digest for each transaction. These are two calls of its JSON
 * 1.1 protocol, signed by `sigv4.ts`: the SDK would bring about forty packages into the most trusted process
 * (docs/decisions/0029-location-of-keys.md).
 */

import * as z from 'zod'
import { fetchWithin, readAtMost } from '../../../../platform/process/fetch-within.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import { type AwsCredentialSource, awsCredentials } from './aws-credentials.ts'
import { readDerSignature, readPublicKey } from './der.ts'
import { digestKey } from './digest-key.ts'
import type { SigningKey } from './signing-key.ts'
import { signRequest } from './sigv4.ts'

export interface KmsSettings {
  readonly region: string
  /** Null for the AWS endpoint of the region. */
  readonly endpoint: string | null
}

const TIMEOUT_MS = 10_000
/** Statuses of KMS for credentials that it refuses; other errors do not affect the credentials. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403])
/** Its answers have a few hundred bytes. */
const MAX_ANSWER_BYTES = 100_000
const PublicKeyAnswer = z.object({ PublicKey: z.base64(), KeySpec: z.string(), KeyUsage: z.string() })
const SignAnswer = z.object({ Signature: z.base64() })

/** @throws SettingsInvalid when the key is of another kind. */
export async function openKmsKey(keyId: string, settings: KmsSettings, env: NodeJS.ProcessEnv): Promise<SigningKey> {
  const credentials = awsCredentials(env)
  const call = (target: string, body: object) => kmsCall({ ...settings, credentials }, target, { KeyId: keyId, ...body })
  const { PublicKey, KeySpec, KeyUsage } = PublicKeyAnswer.parse(await call('GetPublicKey', {}))
  if (KeySpec !== 'ECC_SECG_P256K1' || KeyUsage !== 'SIGN_VERIFY')
    throw new SettingsInvalid(`The key ${keyId} is ${KeySpec} for ${KeyUsage}: it has to be ECC_SECG_P256K1 for SIGN_VERIFY.`)
  return digestKey({
    publicKey: readPublicKey(Buffer.from(PublicKey, 'base64')),
    async sign(digest) {
      const Message = Buffer.from(digest).toString('base64')
      const answer = await call('Sign', { Message, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' })
      return readDerSignature(Buffer.from(SignAnswer.parse(answer).Signature, 'base64'))
    },
  })
}

interface KmsCall extends KmsSettings {
  readonly credentials: AwsCredentialSource
}

async function kmsCall({ region, endpoint, credentials }: KmsCall, target: string, body: object): Promise<unknown> {
  const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com/`)
  const text = JSON.stringify(body)
  const given = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${target}` }
  const headers = signRequest({ url, headers: given, body: text, region, service: 'kms', now: new Date() }, await credentials.current())
  const response = await fetchWithin(TIMEOUT_MS, url, { method: 'POST', headers, body: text })
  const answer = (await readAtMost(response, MAX_ANSWER_BYTES, () => new Error(`KMS answered ${target} with too much`))).toString('utf8')
  if (!response.ok) {
    if (REFUSED.has(response.status)) credentials.invalidate()
    // The refusal text of KMS names the key and the caller, and no secret.
    throw new Error(`KMS answered ${target} with ${response.status}: ${answer.slice(0, 300)}`)
  }
  return JSON.parse(answer)
}
