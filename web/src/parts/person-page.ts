/** Address of the officers' page about a person. */
export const personPage = (id: string): `/${string}` => `/application/administrative/naturalUserInformation/${encodeURIComponent(id)}`
export const personAlertsPage = (id: string): string => `${personPage(id)}/alertas`
