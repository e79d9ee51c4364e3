/** Central conversion of a failed call to the alert over the page, with the specification's texts (SHELL-11). */
import { phrases } from '../i18n/index.ts'
import { isCallFailed } from './failure.ts'

/** Field errors reported as one: the value is out of bounds. */
const SIZE_ERRORS = new Set(['Min', 'Max', 'DecimalMin', 'DecimalMax', 'Size'])

/** The product's own header holds a code, whose sentence is in the body; a sentence in the header takes precedence. */
const CODE = /^[a-z_]+(\.[a-z_]+)+$/

export function alertText(error: unknown): string {
  if (!isCallFailed(error)) return phrases.t('ui:alert.unknown')
  const { status, problem, appError, message } = error
  if (status === 0) return phrases.t('ui:alert.unreachable')
  if (status === 404) return phrases.t('ui:alert.notFound')
  if (status === 400 && appError && !CODE.test(appError)) return appError
  if (problem?.detail) return problem.detail
  const fieldErrors = status === 400 ? fieldErrorsText(message) : null
  return fieldErrors ?? (messageOf(message) || appError || phrases.t('ui:alert.unknown'))
}

interface FieldError {
  field: string
  message: string
}
const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'field' in value && typeof value.field === 'string' && 'message' in value

/** One sentence per field, when the body is the list of them. */
function fieldErrorsText(body: string): string | null {
  const { fieldErrors } = objectOf(body)
  if (!Array.isArray(fieldErrors) || fieldErrors.length === 0) return null
  return fieldErrors.filter(isFieldError).map(fieldErrorText).join(' ')
}

function fieldErrorText({ field, message }: FieldError): string {
  return SIZE_ERRORS.has(message) ? phrases.t('ui:alert.size', { field }) : phrases.t('ui:alert.field', { field })
}

/** Sentence of a text body, or the `message` of an object; nothing from a proxy's page. */
function messageOf(body: string): string {
  const { message } = objectOf(body)
  if (typeof message === 'string') return message
  return /^\s*[<{[]/.test(body) ? '' : body
}

function objectOf(body: string): { fieldErrors?: unknown; message?: unknown } {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
