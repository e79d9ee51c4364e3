/** Spanish phrases of what people approve about their own account. */
export const SPANISH_WORDS = {
  changePassword: 'Cambiar tu contraseña',
  changeEmail: 'Cambiar tu correo',
  newEmail: 'Correo nuevo',
  closeAccount: 'Cerrar tu cuenta para siempre',
  forgetDevice: 'Olvidar un dispositivo',
  device: 'Dispositivo',
  beginTotp: 'Activar una aplicación de códigos',
  removeTotp: 'Quitar la aplicación de códigos',
  newRecoveryCodes: 'Crear códigos de recuperación nuevos',
  addPasskey: 'Añadir una llave de acceso',
  removePasskey: 'Quitar una llave de acceso',
  passkey: 'Llave',
}
export type ApprovalWords = typeof SPANISH_WORDS
