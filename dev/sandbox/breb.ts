/** Bre-B keys of Wompi's sandbox: a few magic ones, and every other well-formed key is unknown. */
import type { Answer } from './answers.ts'

const keyFormats: Record<string, RegExp> = {
  ALPHANUMERIC: /^@[A-Za-z0-9]{3,20}$/,
  MAIL: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  PHONE: /^3\d{9}$/,
  IDENTIFICATION: /^[A-Za-z0-9]{5,18}$/,
  ESTABLISHMENT_CODE: /^00\d{8}$/,
}

const knownKeys: Record<string, { keyType: string; holderName: string; entity: string; code: string }> = {
  '@elias123': { keyType: 'ALPHANUMERIC', holderName: 'ELI*** CAN***', entity: 'BANCOLOMBIA', code: '1007' },
  '3001234567': { keyType: 'PHONE', holderName: 'MAR*** GOM***', entity: 'NEQUI', code: '1507' },
}

type Failure = { status: number; code: string; message: string }

const failures = {
  format: { status: 400, code: 'EXC_033', message: 'El formato de la llave Bre-B no es válido.' },
  unknown: { status: 404, code: 'EXC_034', message: 'La llave Bre-B no se encuentra activa o no está registrada.' },
  inactive: { status: 400, code: 'EXC_035', message: 'La llave Bre-B está inactiva.' },
  unavailable: { status: 503, code: 'EXC_036', message: 'El servicio de resolución no está disponible.' },
  timeout: { status: 503, code: 'EXC_037', message: 'Se agotó el tiempo de resolución de la llave.' },
} satisfies Record<string, Failure>

/** Why a key cannot be paid, or null when it can. */
export function findKeyFailure(key: string, keyType?: string): Failure | null {
  const formats = keyType === undefined ? Object.values(keyFormats) : [keyFormats[keyType]]
  if (!formats.some((format) => format?.test(key))) return failures.format
  if (key === 'inactiva@test.com') return failures.inactive
  if (key === 'timeout@test.com') return failures.timeout
  return knownKeys[key] ? null : failures.unknown
}

export function resolveKey(key: string, keyType?: string): Answer {
  const failure = findKeyFailure(key, keyType)
  if (failure) return { status: failure.status, body: { ...failure, type: 'Business' } }
  const known = knownKeys[key]
  return {
    status: 200,
    body: {
      status: 200,
      code: 'OK',
      message: 'Solicitud ejecutada correctamente.',
      data: {
        holderName: known?.holderName,
        financialEntity: { name: known?.entity, code: known?.code },
        keyType: known?.keyType,
        keyValue: `${key.slice(0, 4)}***`,
      },
    },
  }
}
