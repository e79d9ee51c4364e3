/** Settings of mails. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../platform/process/settings.ts'

const DEMO_SUPPORT_EMAIL = 'soporte@tunjo.example'

const schema = declareSettings({
  /** Mailbox that receives the contact form. */
  SUPPORT_EMAIL: z.email().optional(),
})

export interface NotificationsSettings {
  readonly supportEmail: string
}

export function readNotificationsSettings(env: Environment, { profile }: { profile: 'demo' | 'production' }): NotificationsSettings {
  const { SUPPORT_EMAIL: supportEmail } = readSettings(schema, env)
  if (profile === 'production' && !supportEmail)
    throw new SettingsInvalid('SUPPORT_EMAIL is needed in production: who reads the contact form.')
  return { supportEmail: supportEmail ?? DEMO_SUPPORT_EMAIL }
}
