/** Spanish words of the lists that officers export, and of their descriptions; the English ones are in export-words.en.ts. */
export const EXPORT_WORDS_ES = {
  audit: {
    at: 'Fecha',
    action: 'Acción',
    actor: 'Quién',
    person: 'Sobre',
    object: 'Objeto',
    objectId: 'ID del objeto',
    changes: 'Cambios',
    reason: 'Motivo',
    seal: 'Sello',
  },
  users: {
    id: 'ID',
    email: 'Correo',
    role: 'Rol',
    createdAt: 'Fecha de registro',
    lastSignInAt: 'Fecha de inicio de sesión',
    state: 'Estado',
  },
  roles: { ROLE_ADMIN: 'Administrador', ROLE_USER: 'Usuario' },
  states: { unverified: 'Sin verificar', verified: 'Verificado', suspended: 'Suspendido', closed: 'Cerrado' },
  accountTypes: { 9: 'Ahorros', 10: 'Corriente' },
  approvals: { AUTOMATIC: 'Automatico', PENDING: 'Pendiente', APPROVED: 'Aprobado', REJECTED: 'Rechazado' },
  sides: { buy: 'Compra', sell: 'Venta' },
  myData: 'Descargar mis datos',
  caseArchive: { title: 'Descargar el expediente de una persona', user: 'Usuario', reason: 'Motivo' },
}
export type ExportWords = typeof EXPORT_WORDS_ES
