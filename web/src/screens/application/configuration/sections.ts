/** The sections of the screen, as its navigation shows them and as the address names them. */
export const SECTIONS = ['perfil', 'seguridad', 'sesiones', 'notificaciones', 'datos'] as const
export type Section = (typeof SECTIONS)[number]

/** Anything that is not one of ours is the first. */
export function readSection(search: object): Section {
  const { seccion }: Record<string, unknown> = { ...search }
  return SECTIONS.find((section) => section === seccion) ?? SECTIONS[0]
}
