/** A KMS for tests: real HTTP, the JSON 1.1 protocol of GetPublicKey and Sign, keys of secp256k1, and every request's signature checked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bytesToHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import type { WrongAnswer } from '../../../../../../dev/testing/wrong-answers.ts'
import { newEncodedKeyPair } from '../../../../platform/secrets/key-pairs.ts'
import type { AwsCredentials } from './aws-credentials.ts'
import { signRequest } from './sigv4.ts'

export interface TestKms {
  readonly endpoint: string
  /** Requests received, by target. */
  readonly asked: string[]
  /** The next signature is made with another key. */
  disclose(): void
  /** Wrong answer for a call; null for the right one. */
  wrong: (target: string) => WrongAnswer | null
  close(): Promise<void>
}

export const TEST_CREDENTIALS: AwsCredentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-tests', sessionToken: null }

interface Asked {
  readonly KeyId: string
  readonly Message?: string
  readonly MessageType?: string
  readonly SigningAlgorithm?: string
}

/** DER prefix of a secp256k1 point, before its 65 bytes. */
const SPKI_HEAD = '3056301006072a8648ce3d020106052b8104000a034200'
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** @param keyIds its keys; `other` is on another curve */
export async function startTestKms(keyIds: readonly string[], credentials = TEST_CREDENTIALS): Promise<TestKms> {
  const keys = new Map(keyIds.map((id) => [id, generatePrivateKey()]))
  const asked: string[] = []
  let isBetrayed = false
  async function answer(target: string, { KeyId, Message = '', MessageType, SigningAlgorithm }: Asked): Promise<object | null> {
    const key = keys.get(KeyId)
    if (!key) return null
    if (target === 'TrentService.GetPublicKey') return { KeyId, KeyUsage: 'SIGN_VERIFY', ...publicKeyOf(KeyId, key) }
    if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256') return null
    const hash = bytesToHex(Buffer.from(Message, 'base64'))
    const { r, s } = await sign({ hash, privateKey: isBetrayed ? generatePrivateKey() : key })
    // KMS returns either half.
    const either = asked.length % 2 === 0 ? BigInt(s) : ORDER - BigInt(s)
    return { KeyId, Signature: derOf(BigInt(r), either).toString('base64') }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const target = String(request.headers['x-amz-target'])
    asked.push(target)
    if (!isSigned(text, request.headers, credentials)) return response.writeHead(403).end('{"__type":"InvalidSignatureException"}')
    const found = await answer(target, JSON.parse(text))
    const right = {
      status: found ? 200 : 400,
      contentType: 'application/x-amz-json-1.1',
      content: Buffer.from(JSON.stringify(found ?? { __type: 'NotFoundException' })),
    }
    const wrong = kms.wrong(target)
    if (wrong) return wrong.give(right, response)
    response.writeHead(right.status, { 'content-type': right.contentType }).end(right.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const kms: TestKms = {
    endpoint: `http://127.0.0.1:${port}/`,
    asked,
    wrong: () => null,
    disclose: () => {
      isBetrayed = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return kms
}

function publicKeyOf(id: string, key: Hex): { KeySpec: string; PublicKey: string } {
  if (id === 'other') {
    return { KeySpec: 'ECC_NIST_P256', PublicKey: newEncodedKeyPair('P-256').publicKey.toString('base64') }
  }
  const spki = Buffer.from(SPKI_HEAD + privateKeyToAccount(key).publicKey.slice(2), 'hex')
  return { KeySpec: 'ECC_SECG_P256K1', PublicKey: spki.toString('base64') }
}

function derOf(...numbers: readonly bigint[]): Buffer {
  const integers = numbers.map((number) => {
    const text = number.toString(16)
    const even = text.length % 2 === 0 ? text : `0${text}`
    const bytes = Buffer.from(Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even, 'hex')
    return Buffer.concat([Buffer.from([0x02, bytes.length]), bytes])
  })
  const body = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

function isSigned(body: string, headers: NodeJS.Dict<string | string[]>, credentials: AwsCredentials): boolean {
  const at = String(headers['x-amz-date']).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const given = { 'content-type': String(headers['content-type']), 'x-amz-target': String(headers['x-amz-target']) }
  const url = new URL(`http://${headers.host}/`)
  const request = { url, headers: given, body, region: 'us-east-1', service: 'kms', now: new Date(at) }
  return signRequest(request, credentials).authorization === headers.authorization
}
