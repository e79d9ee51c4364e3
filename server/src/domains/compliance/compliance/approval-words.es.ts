/** Spanish phrases of what officers approve in this module. */
export const SPANISH_WORDS = {
  account: 'Cuenta',
  user: 'Usuario',
  reason: 'Motivo',
  check: 'Consulta de antecedentes',
  access: {
    block: 'Suspender una cuenta',
    unblock: 'Levantar la suspensión de una cuenta',
    freeze: 'Bloquear una cuenta hasta que restablezca su contraseña',
    endSessions: 'Cerrar las sesiones de una cuenta',
    resetFactors: 'Quitar los segundos factores de una cuenta',
    suspended: 'Suspendida',
    active: 'Activa',
    factors: 'Segundos factores',
  },
  diligence: {
    title: 'Enviar una debida diligencia intensificada a aprobación',
    version: 'Versión',
    reason: 'La debida diligencia está lista; su contenido se lee en la página de la persona, en Información general.',
    cause: 'Causa',
    conclusion: 'Conclusión',
    nextReview: 'Próxima revisión',
    causes: {
      pep_own: 'PEP por su propio cargo',
      pep_relative: 'PEP por un familiar',
      pep_associate: 'PEP por un asociado cercano',
      high_risk: 'Riesgo alto',
    },
    conclusions: { continue: 'Continuar', conditions: 'Continuar con condiciones', end: 'Terminar la relación' },
  },
  review: { verified: 'Verificar una revisión de operaciones', declined: 'Declinar una revisión de operaciones' },
  level: {
    title: 'Cambiar el nivel de un usuario',
    level: 'Nivel',
    newLevel: 'Nivel nuevo',
    unanswered: 'Sin respuesta completa',
    withoutAnswer: 'Se otorga sin ella',
    withoutFullAnswer: 'Se otorga sin su respuesta completa',
  },
  documents: {
    accept: 'Verificar documentos',
    decline: 'Declinar documentos',
    documents: 'Documentos',
    description: 'Descripción',
  },
}
export type ApprovalWords = typeof SPANISH_WORDS
