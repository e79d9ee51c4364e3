/**
 * PKCS#11 token (an HSM, or SoftHSM) as the location of a key. Its library `pkcs11js` is compiled where it is installed, so it is no
 * dependency of the product. An operator with a token installs it, and the start explains how when it is missing.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bytesToHex, type Hex } from 'viem'
import { withinTime } from '../../../../platform/observability/finding.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import { digestKey, readWord } from './digest-key.ts'
import type { SigningKey } from './signing-key.ts'

export interface Pkcs11Settings {
  /** The token's own library, a shared object. */
  readonly module: string
  /** Label of the token. */
  readonly token: string
  readonly pinFile: string
  /** Folder where `pkcs11js` is installed; null: next to the product. */
  readonly libraries: string | null
}

type Handle = Buffer
interface Attribute {
  readonly type: number
  readonly value?: Buffer | number | string | boolean
}
/** The used part of pkcs11js 2.1. */
interface Pkcs11 {
  load(path: string): void
  C_Initialize(): void
  C_GetSlotList(withToken: boolean): Handle[]
  C_GetTokenInfo(slot: Handle): { readonly label: string }
  C_OpenSession(slot: Handle, flags: number): Handle
  C_Login(session: Handle, user: number, pin: string): void
  C_FindObjectsInit(session: Handle, template: Attribute[]): void
  C_FindObjects(session: Handle, most: number): Handle[]
  C_FindObjectsFinal(session: Handle): void
  C_GetAttributeValue(session: Handle, object: Handle, template: Attribute[]): { readonly value: Buffer }[]
  C_SignInit(session: Handle, mechanism: { mechanism: number }, key: Handle): void
  C_SignAsync(session: Handle, data: Buffer, output: Buffer): Promise<Buffer>
}
type Library = { readonly PKCS11: new () => Pkcs11 } & Readonly<
  Record<
    'CKF_SERIAL_SESSION' | 'CKU_USER' | 'CKA_CLASS' | 'CKA_LABEL' | 'CKA_EC_POINT' | 'CKO_PUBLIC_KEY' | 'CKO_PRIVATE_KEY' | 'CKM_ECDSA',
    number
  >
>

const LIBRARY = 'pkcs11js'
const SIGNATURE_BYTES = 64
const WORD_BYTES = 32
const POINT_BYTES = 65
/** OCTET STRING and its length. */
const WRAPPED_BYTES = POINT_BYTES + 2

export type Pkcs11Token = (label: string) => SigningKey

/** Time for one signature, with the wait for earlier ones: as long as a call of a KMS may take. */
const SIGN_WITHIN_MS = 5_000

/** One session for all keys of the token. @throws SettingsInvalid with the missing part, and never the PIN. */
export function openPkcs11Token(settings: Pkcs11Settings, signWithinMs = SIGN_WITHIN_MS): Pkcs11Token {
  const library = loadLibrary(settings.libraries)
  const token = new library.PKCS11()
  try {
    token.load(settings.module)
    token.C_Initialize()
  } catch {
    throw new SettingsInvalid(`SIGNER_PKCS11_MODULE ${settings.module} cannot be opened: it has to be the shared library of the token.`)
  }
  const slot = token.C_GetSlotList(true).find((one) => token.C_GetTokenInfo(one).label.trim() === settings.token)
  if (!slot) throw new SettingsInvalid(`No token is called ${settings.token} (SIGNER_PKCS11_TOKEN).`)
  const session = token.C_OpenSession(slot, library.CKF_SERIAL_SESSION)
  const pin = readFileSync(settings.pinFile, 'utf8').replace(/\r?\n$/, '')
  try {
    token.C_Login(session, library.CKU_USER, pin)
  } catch {
    throw new SettingsInvalid(`The PIN in ${settings.pinFile} does not open the token ${settings.token}.`)
  }
  // A session signs one thing at a time.
  let last: Promise<unknown> = Promise.resolve()
  return (label) => {
    const find = (kind: number) => findObject(token, session, library, { kind, label })
    const [publicKey, privateKey] = [find(library.CKO_PUBLIC_KEY), find(library.CKO_PRIVATE_KEY)]
    const [point] = token.C_GetAttributeValue(session, publicKey, [{ type: library.CKA_EC_POINT }])
    const signDigest = async (digest: Uint8Array) => {
      token.C_SignInit(session, { mechanism: library.CKM_ECDSA }, privateKey)
      const signature = await token.C_SignAsync(session, Buffer.from(digest), Buffer.alloc(SIGNATURE_BYTES))
      if (signature.length !== SIGNATURE_BYTES) throw new Error('the token answered no signature of secp256k1')
      return { r: readWord(signature.subarray(0, WORD_BYTES)), s: readWord(signature.subarray(WORD_BYTES)) }
    }
    return digestKey({
      publicKey: readPoint(point?.value, label),
      sign(digest) {
        let isLate = false
        const turn = last
          .catch(() => undefined)
          .then(() => {
            if (isLate) throw new Error('the token was busy')
            return signDigest(digest)
          })
        last = turn
        return withinTime(signWithinMs, turn).finally(() => {
          isLate = true
        })
      },
    })
  }
}

function loadLibrary(folder: string | null): Library {
  const from = folder === null ? import.meta.url : join(folder, 'package.json')
  try {
    return createRequire(from)(LIBRARY)
  } catch {
    throw new SettingsInvalid(
      'SIGNER_KEY=pkcs11 needs the package pkcs11js, which is compiled where it is installed (C++ compiler, make, python3): ' +
        'mkdir -p /opt/tunjo-signer && cd /opt/tunjo-signer && npm install pkcs11js@2.1.7 --ignore-scripts=false, and SIGNER_LIBRARIES=/opt/tunjo-signer.',
    )
  }
}

function findObject(token: Pkcs11, session: Handle, library: Library, { kind, label }: { kind: number; label: string }): Handle {
  token.C_FindObjectsInit(session, [
    { type: library.CKA_CLASS, value: kind },
    { type: library.CKA_LABEL, value: label },
  ])
  const found = token.C_FindObjects(session, 2)
  token.C_FindObjectsFinal(session)
  const [only] = found
  if (!only || found.length > 1)
    throw new SettingsInvalid(`The token has ${found.length === 0 ? 'no' : 'more than one'} pair of keys with the label ${label}.`)
  return only
}

/** Tokens return the point as it is, or wrapped in an OCTET STRING. */
function readPoint(value: Buffer | undefined, label: string): Hex {
  const point = value?.length === WRAPPED_BYTES ? value.subarray(WRAPPED_BYTES - POINT_BYTES) : value
  if (point?.length === POINT_BYTES && point[0] === 4) return bytesToHex(point)
  throw new SettingsInvalid(`The key ${label} of the token is not of secp256k1.`)
}
