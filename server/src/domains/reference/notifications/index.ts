/**
 * Notifications: the notices of the bell, the mail queue and the live events of open screens. Receives the contact form.
 *
 * Invariants: a mail is sent exactly when the transaction that asked for it is committed; a person receives only their own events and
 * public prices; the content of a mail is erased once it is sent. Emits `notifications.notice_added`.
 */
export { readNotificationsSettings } from './config.ts'
export { createNotifications } from './create-notifications.ts'
export { amountText } from './notices/rules.ts'
export type * from './types.ts'
