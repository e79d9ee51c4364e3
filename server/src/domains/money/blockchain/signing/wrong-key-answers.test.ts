/** Every call to a KMS and to the machine's metadata with every wrong answer: nothing is signed with another key, and the next right answer signs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, recoverTransactionAddress, type TransactionSerializableEIP1559 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  mapLeaves,
  shortenTimeLimits,
  WRONG_ANSWERS,
  type WrongAnswer,
  wrongBody,
  wrongText,
} from '../../../../../../dev/testing/wrong-answers.ts'
import { type AwsCredentials, awsCredentials } from './aws-credentials.ts'
import { startTestKms, TEST_CREDENTIALS, type TestKms } from './kms.testing.ts'
import { openKmsKey } from './kms-key.ts'

const ENOUGH_MS = 250
const TRANSACTION: TransactionSerializableEIP1559 = {
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to: '0x52908400098527886E0F7030069857D2E4169EE7',
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}
const signerOf = (signed: Hex) => recoverTransactionAddress({ serializedTransaction: signed as `0x02${string}` })

let limits: ReturnType<typeof shortenTimeLimits>
beforeAll(() => {
  limits = shortenTimeLimits()
})
afterEach(() => {
  limits.toMs = Number.POSITIVE_INFINITY
})
afterAll(() => limits.restore())

describe('AWS KMS', () => {
  let kms: TestKms
  beforeAll(async () => {
    kms = await startTestKms(['hot', 'other'])
  })
  afterAll(() => kms.close())
  const open = () => {
    const env = { AWS_ACCESS_KEY_ID: TEST_CREDENTIALS.accessKeyId, AWS_SECRET_ACCESS_KEY: TEST_CREDENTIALS.secretAccessKey }
    return openKmsKey('hot', { region: 'us-east-1', endpoint: kms.endpoint }, env)
  }
  const lie = (target: string, wrong: WrongAnswer) => {
    limits.toMs = ENOUGH_MS
    kms.wrong = (asked) => (asked === `TrentService.${target}` ? wrong : null)
  }
  const answerCorrectly = () => {
    limits.toMs = Number.POSITIVE_INFINITY
    kms.wrong = () => null
  }
  afterEach(answerCorrectly)

  it('GetPublicKey: no wrong answer opens a key of another address', async () => {
    const { address } = await open()
    for (const [name, wrong] of Object.entries(WRONG_ANSWERS)) {
      lie('GetPublicKey', wrong)
      const found = await open().then(
        (key) => key.address,
        () => 'away',
      )
      expect([name, found === address || found === 'away']).toEqual([name, true])
    }
    answerCorrectly()
    expect((await open()).address).toBe(address)
  })

  it('Sign: no wrong answer becomes a transaction, and the next right one does', async () => {
    const key = await open()
    const wrongs = { ...WRONG_ANSWERS, 'a signature of nothing': wrongBody((body) => mapLeaves(body, () => 'MAYCAQECAQI=')) }
    for (const [name, wrong] of Object.entries(wrongs)) {
      lie('Sign', wrong)
      const signed = await key.signTransaction(TRANSACTION).catch(() => null)
      expect([name, signed === null || (await signerOf(signed)) === key.address]).toEqual([name, true])
      answerCorrectly()
      expect(await signerOf(await key.signTransaction(TRANSACTION))).toBe(key.address)
    }
  })

  it('an endless answer is cut by its size, long before its time', async () => {
    const key = await open()
    kms.wrong = () => WRONG_ANSWERS['an endless answer'] ?? null
    await expect(key.signTransaction(TRANSACTION)).rejects.toThrow('too much')
    await expect(open()).rejects.toThrow('too much')
  })
})

describe('the metadata of the machine', () => {
  const CALLS = [
    'PUT /latest/api/token',
    'GET /latest/meta-data/iam/security-credentials/',
    'GET /latest/meta-data/iam/security-credentials/signer',
  ]
  const HOUR_MS = 3_600_000
  let wrong: (call: string) => WrongAnswer | null = () => null
  let accessKeyId = 'AKID1'
  let sessionToken = 'session'
  const asked = new Set<string>()
  const rightAnswers: Readonly<Record<string, () => string>> = {
    [CALLS[0] ?? '']: () => 'AQAEA-token==',
    [CALLS[1] ?? '']: () => 'signer\n',
    [CALLS[2] ?? '']: () =>
      JSON.stringify({
        AccessKeyId: accessKeyId,
        SecretAccessKey: 'secret',
        Token: sessionToken,
        Expiration: new Date(Date.now() + HOUR_MS).toISOString(),
      }),
  }
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    asked.add(call)
    const text = rightAnswers[call]?.()
    const right = { status: text === undefined ? 404 : 200, contentType: 'text/plain', content: Buffer.from(text ?? '') }
    const lie = wrong(call)
    if (lie) return lie.give(right, response)
    response.writeHead(right.status, { 'content-type': right.contentType }).end(right.content)
  })
  let endpoint = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  afterEach(() => {
    wrong = () => null
    vi.useRealTimers()
  })
  const credentials = () => awsCredentials({ AWS_EC2_METADATA_SERVICE_ENDPOINT: endpoint }).current
  // Keys of another id are well-formed: their service refuses them.
  const isWhole = (found: AwsCredentials) =>
    found.accessKeyId !== '' && found.secretAccessKey === 'secret' && found.sessionToken === 'session'

  it.each(CALLS)('%s: a wrong answer is no credentials, and the next right one is', async (call) => {
    const ask = credentials()
    const lies = {
      ...WRONG_ANSWERS,
      'two lines': wrongText(200, 'signer\nother', 'text/plain'),
      'a path': wrongText(200, '../../user-data', 'text/plain'),
    }
    for (const [name, lie] of Object.entries(lies)) {
      limits.toMs = ENOUGH_MS
      wrong = (asking) => (asking === call ? lie : null)
      const found = await credentials()().catch(() => null)
      expect([name, found === null || isWhole(found)]).toEqual([name, true])
    }
    limits.toMs = Number.POSITIVE_INFINITY
    wrong = () => null
    expect(isWhole(await ask())).toBe(true)
  })

  it('valid credentials are used during an outage, and are renewed after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ask = credentials()
    const first = await ask()
    wrong = () => wrongText(500, '')
    vi.setSystemTime(Date.now() + HOUR_MS - 60_000)
    expect(await ask()).toEqual(first)
    wrong = () => null
    accessKeyId = 'AKID2'
    expect((await ask()).accessKeyId).toBe('AKID2')
    wrong = () => wrongText(500, '')
    vi.setSystemTime(Date.now() + HOUR_MS + 1)
    await expect(ask()).rejects.toThrow('500')
  })

  it('credentials that the service refuses are not kept: the next call asks the machine again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    accessKeyId = 'AKID1'
    const kms = await startTestKms(['hot'], { accessKeyId, secretAccessKey: 'secret', sessionToken: 'session' })
    const key = await openKmsKey('hot', { region: 'us-east-1', endpoint: kms.endpoint }, { AWS_EC2_METADATA_SERVICE_ENDPOINT: endpoint })
    vi.setSystemTime(Date.now() + HOUR_MS)
    accessKeyId = 'AKID-OF-ANOTHER'
    await expect(key.signTransaction(TRANSACTION)).rejects.toThrow('InvalidSignatureException')
    accessKeyId = 'AKID1'
    expect(await signerOf(await key.signTransaction(TRANSACTION))).toBe(key.address)
    await kms.close()
  })

  it('an outage of the service drops no credentials, including their long session token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    accessKeyId = 'AKID1'
    const kms = await startTestKms(['hot'], { accessKeyId, secretAccessKey: 'secret', sessionToken: 'session'.repeat(500) })
    sessionToken = 'session'.repeat(500)
    const key = await openKmsKey('hot', { region: 'us-east-1', endpoint: kms.endpoint }, { AWS_EC2_METADATA_SERVICE_ENDPOINT: endpoint })
    wrong = () => wrongText(500, '')
    kms.wrong = () => wrongText(503, '')
    await expect(key.signTransaction(TRANSACTION)).rejects.toThrow('503')
    kms.wrong = () => null
    expect(await signerOf(await key.signTransaction(TRANSACTION))).toBe(key.address)
    await kms.close()
  })

  it('asks only for a token, the role and its credentials', () => {
    for (const call of asked)
      expect(call).toMatch(/^(PUT \/latest\/api\/token|GET \/latest\/meta-data\/iam\/security-credentials\/[\w+=,.@-]{0,64})$/)
  })
})
