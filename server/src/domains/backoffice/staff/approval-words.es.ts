/** Spanish phrases of what officers approve about the team. */
export const SPANISH_WORDS = {
  person: 'Persona',
  roles: 'Roles',
  reason: 'Motivo',
  email: 'Correo',
  name: 'Nombre',
  to: 'Para',
  setRoles: 'Cambiar los roles de una persona del equipo',
  invite: 'Invitar a una persona al equipo',
  resend: 'Enviar de nuevo una invitación al equipo',
  revoke: 'Anular una invitación al equipo',
  noRole: 'Ninguno',
}
export type ApprovalWords = typeof SPANISH_WORDS
