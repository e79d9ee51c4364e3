/** Sections of the screen, in the navigation and in the address. */
export const SECTIONS = ['perfil', 'seguridad', 'sesiones', 'notificaciones', 'datos'] as const
export type Section = (typeof SECTIONS)[number]

/** Unknown names give the first section. */
export function readSection(search: object): Section {
  const { seccion }: Record<string, unknown> = { ...search }
  return SECTIONS.find((section) => section === seccion) ?? SECTIONS[0]
}
