/** English phrases of what people approve about their own account. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  changePassword: 'Change your password',
  changeEmail: 'Change your e-mail',
  newEmail: 'New e-mail',
  closeAccount: 'Close your account for good',
  forgetDevice: 'Forget a device',
  device: 'Device',
  beginTotp: 'Activate an authenticator app',
  removeTotp: 'Remove the authenticator app',
  newRecoveryCodes: 'Create new recovery codes',
  addPasskey: 'Add a passkey',
  removePasskey: 'Remove a passkey',
  passkey: 'Passkey',
}
