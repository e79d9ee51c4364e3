/** Ed25519 private keys from 32 secret bytes. */
import { createPrivateKey } from 'node:crypto'

/** The fixed head of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
export const ed25519 = (seed: Buffer) => createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
