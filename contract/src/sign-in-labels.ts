/** Spanish labels of sign-in values in exports. */
import type { SignInRow } from './devices.ts'

export const SIGN_IN_HEADERS = {
  userId: 'ID de usuario',
  id: 'Login ID',
  at: 'Fecha',
  ip: 'IP',
  place: 'Lugar',
  system: 'Tipo de sistema',
  deviceKind: 'Tipo de dispositivo',
  browser: 'Navegador',
  result: 'Resultado',
  session: 'Sesión',
} as const

export const SIGN_IN_RESULT_LABELS: Readonly<Record<SignInRow['result'], string>> = {
  entered: 'Ingresó',
  wrong_password: 'Contraseña incorrecta',
  wrong_factor: 'Segundo factor incorrecto',
  refused: 'Rechazado',
}
export const DEVICE_KIND_LABELS: Readonly<Record<SignInRow['deviceKind'], string>> = {
  desktop: 'Computador',
  mobile: 'Celular',
  tablet: 'Tableta',
  other: 'Otro',
}
export const SESSION_LABELS = { live: 'Activa', over: 'Cerrada' } as const
