/** Where an officer reads everything about a person. */
export const personPage = (id: string): `/${string}` => `/application/administrative/naturalUserInformation/${encodeURIComponent(id)}`
export const personAlertsPage = (id: string): string => `${personPage(id)}/alertas`
