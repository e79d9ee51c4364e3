/** An authenticator in software: 'none' attestation and ES256 assertions, byte for byte what a device sends (W3C WebAuthn §6). */
import { createHash, createPrivateKey, createSign, type KeyObject, randomBytes } from 'node:crypto'
import { newEncodedKeyPair } from '../../../../platform/secrets/key-pairs.ts'

const FLAG = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 } as const
const AAGUID = Buffer.alloc(16)

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}
export interface Fault {
  origin?: string
  relyingParty?: string
  /** The device did not verify its owner. */
  unverified?: true
  counter?: number
  challenge?: string
}

export class SoftwarePasskey {
  readonly credentialId = randomBytes(16).toString('base64url')
  counter = 0
  private readonly privateKey: KeyObject
  private readonly cosePublicKey: Buffer
  private readonly origin: string
  private userHandle = ''

  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = newEncodedKeyPair('P-256')
    this.privateKey = createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' })
    // The point is at the end, behind the name of the curve.
    this.cosePublicKey = coseKey(publicKey.subarray(-64, -32), publicKey.subarray(-32))
  }

  register(given: unknown, fault: Fault = {}): Record<string, unknown> {
    const options = given as Options
    this.userHandle = options.user?.id ?? ''
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([AAGUID, length, id, this.cosePublicKey])
    const authData = Buffer.concat([this.head(options.rp?.id ?? '', FLAG.attested, fault), attested])
    const clientData = this.clientData('webauthn.create', options.challenge, fault)
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject(authData).toString('base64url'),
      transports: ['internal'],
    })
  }

  sign(given: unknown, fault: Fault = {}): Record<string, unknown> {
    const options = given as Options
    this.counter += 1
    const authData = this.head(options.rpId ?? '', 0, fault)
    const clientData = this.clientData('webauthn.get', options.challenge, fault)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    })
  }

  private answer(response: Record<string, unknown>): Record<string, unknown> {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key', clientExtensionResults: {}, response }
  }

  private head(relyingParty: string, flags: number, fault: Fault): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(fault.counter ?? this.counter)
    const verified = fault.unverified ? 0 : FLAG.verified
    const all = FLAG.present | FLAG.backupEligible | FLAG.backedUp | verified | flags
    const hash = createHash('sha256').update(fault.relyingParty ?? relyingParty)
    return Buffer.concat([hash.digest(), Buffer.from([all]), counter])
  }

  private clientData(type: string, challenge: string, fault: Fault): Buffer {
    const origin = fault.origin ?? this.origin
    return Buffer.from(JSON.stringify({ type, challenge: fault.challenge ?? challenge, origin, crossOrigin: false }))
  }
}

/** CBOR map { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]), x, Buffer.from([0x22, 0x58, 0x20]), y])

/** CBOR map { fmt: 'none', attStmt: {}, authData: bytes }. */
function attestationObject(authData: Buffer): Buffer {
  const key = (name: string) => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)])
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    key('fmt'),
    key('none'),
    key('attStmt'),
    Buffer.from([0xa0]),
    key('authData'),
    length,
    authData,
  ])
}
