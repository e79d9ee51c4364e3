import type { Connection } from '../../platform/database.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { MailTemplates } from './mail/templates.es.ts'

export type TemplateName = keyof MailTemplates
export type MailRequest = { [T in TemplateName]: { to: string; template: T; values: MailTemplates[T] } }[TemplateName]

export interface Notifications extends MountedModule {
  /** In the caller's transaction: the mail leaves exactly when the transaction is committed, and is tried again until it is sent. */
  sendMail(tx: Connection, mail: MailRequest): Promise<void>
}
