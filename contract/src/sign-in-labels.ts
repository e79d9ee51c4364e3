/** Labels of sign-in values in exports, by language. */
import type { SignInRow } from './devices.ts'
import type { Locale } from './locales.ts'

interface SignInLabels {
  readonly headers: Readonly<
    Record<'userId' | 'id' | 'at' | 'ip' | 'place' | 'system' | 'deviceKind' | 'browser' | 'result' | 'session', string>
  >
  readonly results: Readonly<Record<SignInRow['result'], string>>
  readonly deviceKinds: Readonly<Record<SignInRow['deviceKind'], string>>
  readonly sessions: Readonly<Record<'live' | 'over', string>>
}

export const SIGN_IN_LABELS: Readonly<Record<Locale, SignInLabels>> = {
  es: {
    headers: {
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
    },
    results: {
      entered: 'Ingresó',
      wrong_password: 'Contraseña incorrecta',
      wrong_factor: 'Segundo factor incorrecto',
      refused: 'Rechazado',
    },
    deviceKinds: { desktop: 'Computador', mobile: 'Celular', tablet: 'Tableta', other: 'Otro' },
    sessions: { live: 'Activa', over: 'Cerrada' },
  },
  en: {
    headers: {
      userId: 'User ID',
      id: 'Login ID',
      at: 'Date',
      ip: 'IP',
      place: 'Place',
      system: 'System',
      deviceKind: 'Device type',
      browser: 'Browser',
      result: 'Result',
      session: 'Session',
    },
    results: { entered: 'Signed in', wrong_password: 'Wrong password', wrong_factor: 'Wrong second factor', refused: 'Refused' },
    deviceKinds: { desktop: 'Computer', mobile: 'Mobile phone', tablet: 'Tablet', other: 'Other' },
    sessions: { live: 'Active', over: 'Ended' },
  },
}
