/** R13: keys in a KMS or a token sign like keys in a file, and nothing is signed with a key of another wallet. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Hex, parseTransaction, recoverTransactionAddress, type TransactionSerializableEIP1559 } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'
import { readSignerSettings } from './config.ts'
import { readDerSignature, readPublicKey } from './der.ts'
import { digestKey } from './digest-key.ts'
import { checkAddresses, openKeys } from './keys.ts'
import { startTestKms, TEST_CREDENTIALS, type TestKms } from './kms.testing.ts'
import { openRotationKeys } from './rotation-keys.ts'
import { signRequest } from './sigv4.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const TRANSACTION: TransactionSerializableEIP1559 = {
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to: '0x52908400098527886E0F7030069857D2E4169EE7',
  data: '0x1234',
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}
const signerOf = (serializedTransaction: Hex) =>
  recoverTransactionAddress({ serializedTransaction: serializedTransaction as `0x02${string}` })
const isLow = (signed: Hex) => BigInt(parseTransaction(signed as `0x02${string}`).s ?? 0n) <= ORDER / 2n

describe('a digest signed outside the process', () => {
  const secret = generatePrivateKey()
  const { address, publicKey } = privateKeyToAccount(secret)

  it('becomes the same transaction that the key itself would sign, from either half of s', async () => {
    for (const isHigh of [false, true]) {
      const key = digestKey({
        publicKey,
        async sign(digest) {
          const { r, s } = await sign({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey: secret })
          return { r: BigInt(r), s: isHigh ? ORDER - BigInt(s) : BigInt(s) }
        },
      })
      expect(key.address).toBe(address)
      expect(await key.signTransaction(TRANSACTION)).toBe(await privateKeyToAccount(secret).signTransaction(TRANSACTION))
    }
  })

  it.each([
    [
      'of another key',
      async (digest: Uint8Array) => {
        const { r, s } = await sign({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey: generatePrivateKey() })
        return { r: BigInt(r), s: BigInt(s) }
      },
    ],
    ['out of range', async () => ({ r: 0n, s: 1n })],
    ['above the order', async () => ({ r: ORDER, s: ORDER })],
  ])('is refused when it is %s', async (_what, signDigest) => {
    await expect(digestKey({ publicKey, sign: signDigest }).signTransaction(TRANSACTION)).rejects.toThrow(/signature/)
  })

  it('is read from DER strictly', () => {
    const der = (hex: string) => Buffer.from(hex, 'hex')
    expect(readDerSignature(der('3006020101020102'))).toEqual({ r: 1n, s: 2n })
    expect(readDerSignature(der('3008020200ff02020080'))).toEqual({ r: 255n, s: 128n })
    for (const wrong of [
      '',
      '30',
      '3006020101020102ff',
      '3106020101020102',
      '3006020181020102',
      '300702020001020102',
      '3003020101',
      '3006020101030102',
    ])
      expect(() => readDerSignature(der(wrong)), wrong).toThrow(/DER/)
  })
})

describe('AWS KMS', () => {
  let kms: TestKms | null = null
  afterEach(async () => {
    await kms?.close()
    kms = null
  })
  const settingsOf = (endpoint: string, more: Record<string, string> = {}) =>
    readSignerSettings(
      {
        SIGNER_KEY: 'kms',
        SIGNER_HOT_KEY: 'hot',
        SIGNER_TREASURY_KEY: 'treasury',
        SIGNER_KMS_REGION: 'us-east-1',
        SIGNER_KMS_ENDPOINT: endpoint,
        AWS_ACCESS_KEY_ID: TEST_CREDENTIALS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: TEST_CREDENTIALS.secretAccessKey,
        ...more,
      },
      { profile: 'production' },
    ).keySource

  it('signs requests as AWS itself does (its published example)', () => {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', sessionToken: null }
    const given = { url: new URL('https://example.amazonaws.com/'), headers: {}, body: '', region: 'us-east-1', service: 'service' }
    const now = new Date('2015-08-30T12:36:00Z')
    const signatureOf = (method: 'GET' | 'POST') =>
      signRequest({ ...given, method, now }, credentials).authorization?.split('Signature=')[1]
    expect(signatureOf('GET')).toBe('5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31')
    expect(signatureOf('POST')).toBe('5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b')
  })

  it('signs transactions: the public key is asked once, s is always low, and the address is that of the key', async () => {
    kms = await startTestKms(['hot', 'treasury'])
    const { hot, treasury } = await openKeys(settingsOf(kms.endpoint))
    expect(hot.address).not.toBe(treasury.address)
    for (let nonce = 0; nonce < 16; nonce++) {
      const signed = await hot.signTransaction({ ...TRANSACTION, nonce })
      expect([await signerOf(signed), isLow(signed)]).toEqual([hot.address, true])
    }
    expect(await signerOf(await treasury.signTransaction(TRANSACTION))).toBe(treasury.address)
    expect(kms.asked.filter((target) => target.endsWith('GetPublicKey'))).toHaveLength(2)
  })

  it('is refused with another key’s signature, a key of another curve, a key it does not know, or a request signed wrongly', async () => {
    kms = await startTestKms(['hot', 'treasury', 'other'])
    const { endpoint } = kms
    await expect(openKeys(settingsOf(endpoint, { SIGNER_HOT_KEY: 'other' }))).rejects.toThrow('ECC_SECG_P256K1')
    await expect(openKeys(settingsOf(endpoint, { SIGNER_HOT_KEY: 'nobody' }))).rejects.toThrow('NotFoundException')
    await expect(openKeys(settingsOf(endpoint, { AWS_SECRET_ACCESS_KEY: 'another' }))).rejects.toThrow('InvalidSignatureException')
    const { hot } = await openKeys(settingsOf(endpoint))
    kms.disclose()
    await expect(hot.signTransaction(TRANSACTION)).rejects.toThrow('not of the key')
  })

  it('reports missing settings', () => {
    expect(() => readSignerSettings({ SIGNER_KEY: 'kms' }, { profile: 'production' })).toThrow('SIGNER_KMS_REGION')
    expect(() => readSignerSettings({ SIGNER_KEY: 'pkcs11' }, { profile: 'production' })).toThrow('SIGNER_PKCS11_MODULE')
    expect(() => readPublicKey(Buffer.from('00', 'hex'))).toThrow()
  })
})

it('R13 refuses a key of another wallet: the start reports the address that it found', async () => {
  const chain = await startTestChain()
  const { hot, treasury } = chain.wallets
  expect(() => checkAddresses({ hot, treasury }, chain.deployment)).not.toThrow()
  expect(() => checkAddresses({ hot: treasury, treasury }, chain.deployment)).toThrow(
    `The key of the hot wallet is that of ${treasury.address}`,
  )
  await chain.destroy()
})

describe('PKCS#11', () => {
  const folder = temporaryFolder('pkcs11')
  const libraries = process.env.SIGNER_LIBRARIES ?? null
  const module = [
    '/usr/lib/softhsm/libsofthsm2.so',
    '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
    '/usr/local/lib/softhsm/libsofthsm2.so',
  ].find((path) => existsSync(path))
  const missing = module ? (hasLibrary(libraries) ? null : 'pkcs11js is not installed (SIGNER_LIBRARIES)') : 'SoftHSM is not installed'
  if (missing) console.info(`PKCS#11 is not tested here: ${missing}`)

  it.skipIf(missing !== null)('signs with keys that never leave the token (SoftHSM), and reports faults of its settings', async () => {
    const pinFile = join(folder, 'pin')
    writeFileSync(pinFile, '4711\n')
    makeToken(folder)
    const given = {
      SIGNER_KEY: 'pkcs11',
      SIGNER_PKCS11_MODULE: module ?? '',
      SIGNER_PKCS11_TOKEN: 'tunjo',
      SIGNER_PKCS11_PIN_FILE: pinFile,
      SIGNER_HOT_KEY: 'hot',
      SIGNER_TREASURY_KEY: 'treasury',
      ...(libraries ? { SIGNER_LIBRARIES: libraries } : {}),
    }
    const keysOf = (more: Record<string, string> = {}) =>
      openKeys(readSignerSettings({ ...given, ...more }, { profile: 'production' }).keySource)
    await expect(keysOf({ SIGNER_PKCS11_MODULE: '/nowhere.so' })).rejects.toThrow('SIGNER_PKCS11_MODULE')
    // As the rotation opens them: one more key of the token, in the single login of a process.
    const { keys, next } = await openRotationKeys(given, { nextKey: 'treasury' })
    const { hot, treasury } = keys
    expect(hot.address).not.toBe(treasury.address)
    expect(next.address).toBe(treasury.address)
    const signed = await Promise.all(Array.from({ length: 16 }, (_, nonce) => hot.signTransaction({ ...TRANSACTION, nonce })))
    for (const one of signed) expect([await signerOf(one), isLow(one)]).toEqual([hot.address, true])
    expect(await signerOf(await treasury.signTransaction(TRANSACTION))).toBe(treasury.address)
  })

  it('without its library the start reports the package to install', async () => {
    const source = readSignerSettings(
      {
        SIGNER_KEY: 'pkcs11',
        SIGNER_PKCS11_MODULE: '/nowhere.so',
        SIGNER_PKCS11_TOKEN: 'tunjo',
        SIGNER_PKCS11_PIN_FILE: join(folder, 'pin'),
        SIGNER_HOT_KEY: 'hot',
        SIGNER_TREASURY_KEY: 'treasury',
        SIGNER_LIBRARIES: folder,
      },
      { profile: 'production' },
    ).keySource
    await expect(openKeys(source)).rejects.toThrow('npm install pkcs11js')
  })
})

function hasLibrary(libraries: string | null): boolean {
  try {
    createRequire(libraries === null ? import.meta.url : join(libraries, 'package.json')).resolve('pkcs11js')
    return true
  } catch {
    return false
  }
}

/** SoftHSM token in the folder with two keys that other tools made: they are imported, like an operator's keys. */
function makeToken(folder: string): void {
  const configuration = join(folder, 'softhsm2.conf')
  const tokens = join(folder, 'tokens')
  execFileSync('mkdir', ['-p', tokens])
  writeFileSync(configuration, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = configuration
  const run = (...values: string[]) => execFileSync('softhsm2-util', values, { stdio: 'pipe' })
  run('--init-token', '--free', '--label', 'tunjo', '--pin', '4711', '--so-pin', '0815')
  for (const [place, label] of ['hot', 'treasury'].entries()) {
    const file = join(folder, `${label}.pem`)
    execFileSync('sh', ['-c', `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out ${file} 2>/dev/null`])
    run('--import', file, '--token', 'tunjo', '--pin', '4711', '--label', label, '--id', `0${place + 1}`)
  }
}
