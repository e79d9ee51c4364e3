/** Spanish phrases of a person's sheets and checks, and the reasons of flags that are stored. */
export const SPANISH_WORDS = {
  lastUpdate: 'Última actualización',
  people: ['ID', 'Documento', 'Tipo', 'Nivel de KYC', 'Alerta', 'Riesgo', 'Novedad', 'Estado', 'Última actualización'],
  /** Words of the specification in the cells of the sheets. */
  cells: {
    kinds: { natural: 'Persona', legal: 'Entidad' },
    flags: { yes: 'Si', no: 'No' },
    risks: { medium: 'Medio', high: 'Alto' },
    novelties: { some: 'Con novedad', none: 'Sin novedad' },
    states: { progress: 'Progreso', pending: 'Pendiente', update: 'Actualizar', unfinished: 'No terminado', ready: 'Listo' },
  },
  yes: 'Sí',
  no: 'No',
  pepRelations: { self: 'Es la persona', family: 'Familiar', associate: 'Asociado cercano' },
  validCheckDigit: 'Dígito de verificación correcto',
  invalidCheckDigit: 'Dígito de verificación errado',
  newerThan: (days: number) => `Menos de ${days} días`,
  olderThan: (days: number) => `${days} días o más`,
  monthlyMaximum: 'máximo mensual',
  yearlyMaximum: 'máximo anual',
  bandAbove: (from: number) => `más de $ ${from} M`,
  earlier: {
    list: 'LISTAS v1: una cuenta anterior de la persona, ya cerrada, tiene la alerta o la marca de listas.',
    risk: 'RIESGO v1: una cuenta anterior de la persona, ya cerrada, tiene un riesgo más alto que la nueva.',
    pep: 'PEP v1: una cuenta anterior de la persona, ya cerrada, está marcada como persona expuesta políticamente.',
  },
}
export type PersonWords = typeof SPANISH_WORDS
