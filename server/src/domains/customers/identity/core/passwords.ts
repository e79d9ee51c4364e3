/** Password hashes: Argon2id with OWASP's parameters, and a list of common passwords. */
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { normalizePassword } from './rules.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Common passwords of Spanish speakers; the package's list is mostly English. */
const SPANISH = [
  'contraseña', 'contrasena', 'clave', 'secreto', 'bienvenido', 'bienvenida', 'colombia', 'bogota', 'medellin', 'teamo', 'tequiero',
  'estrella', 'princesa', 'mariposa', 'chocolate', 'amor', 'familia', 'millonarios', 'nacional', 'america', 'alejandro', 'santiago',
  'qwertyuiopñ', 'asdfghjklñ', 'tunjo',
] // biome-ignore format: one table

const COMMON = new Set([...dictionary['passwords-common'], ...SPANISH])

export const isCommonPassword = (lowerCase: string): boolean => COMMON.has(lowerCase)

export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), PARAMETERS)

let unknownAccountHash: Promise<string> | null = null

/** With null (no such account) it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownAccountHash ??= hashPassword('no account has this password')
  const isRight = await verify(passwordHash ?? (await unknownAccountHash), normalizePassword(password))
  return isRight && passwordHash !== null
}
