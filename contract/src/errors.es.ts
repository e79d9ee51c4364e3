/** Spanish sentence of every refusal: what happened and what to do next. Texts the specification quotes are exact. */
import type { ErrorCode, ErrorParams } from './errors.ts'

type Sentence = string | ((params: ErrorParams) => string)

export const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  'request.invalid': 'Hay datos que no son válidos. Revisa los campos marcados e inténtalo de nuevo.',
  'request.malformed_json': 'No pudimos leer la solicitud: el contenido no es JSON válido.',
  'request.encrypted_body_invalid': 'No pudimos descifrar la solicitud. Revisa la clave y el formato del contenido.',
  'request.unsupported_media_type': 'Este servicio solo recibe contenido JSON.',
  'request.too_large': 'La solicitud es demasiado grande.',
  'request.not_found': 'No encontramos lo que buscas.',
  'request.too_many': 'Hiciste demasiadas solicitudes seguidas. Espera un momento e inténtalo de nuevo.',
  'request.duplicate': 'Acabas de enviar una solicitud igual. Si quieres repetirla, espera un minuto.',
  'request.idempotency_key_invalid': 'La llave de idempotencia debe tener entre 8 y 64 letras, números o guiones.',
  'request.idempotency_key_reused': 'Esa llave de idempotencia ya se usó con otros datos. Envía la solicitud con una llave nueva.',
  'server.unexpected': 'Tuvimos un problema y no pudimos terminar. Nada cambió en tu cuenta; inténtalo de nuevo en unos minutos.',
  'server.unavailable': 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos.',

  'identity.not_signed_in': 'Inicia sesión para continuar.',
  'identity.not_authorized': 'You are not authorized to access this page.',
  'identity.wrong_credentials': 'El correo o la contraseña no son correctos, o la cuenta aún no está activada.',
  'identity.too_many_attempts': 'Hubo demasiados intentos. Espera 15 minutos o restablece tu contraseña.',
  'identity.session_expired': 'Tu sesión terminó. Inicia sesión de nuevo.',
  'identity.email_invalid': 'Escribe un correo electrónico válido.',
  'identity.password_too_short': (p) => `La contraseña debe tener al menos ${p.minimum} caracteres.`,
  'identity.password_too_long': (p) => `La contraseña puede tener como máximo ${p.maximum} caracteres.`,
  'identity.password_too_common': 'Esa contraseña es muy fácil de adivinar. Elige otra, por ejemplo una frase de varias palabras.',
  'identity.terms_not_accepted': 'Para crear tu cuenta debes aceptar los términos y la política de datos.',
  'identity.activation_expired': 'El enlace de activación ya no es válido. Pide uno nuevo iniciando el registro otra vez.',
  'identity.not_activated':
    'Tu cuenta aún no está activada. Abre el enlace que te enviamos por correo; si ya venció, regístrate otra vez para recibir uno nuevo.',
  'identity.account_suspended': 'Tu cuenta está suspendida. Escríbenos desde Contacto para ayudarte.',

  'notifications.too_many_streams': 'Tienes demasiadas ventanas abiertas. Cierra alguna e inténtalo de nuevo.',
  'notifications.contact_sender_invalid': 'Escribe un correo electrónico válido para poder responderte.',
  'notifications.contact_subject_invalid': (p) => `Escribe el asunto en una sola línea de máximo ${p.maximum} caracteres.`,
  'notifications.contact_message_invalid': (p) => `Cuéntanos qué necesitas, en máximo ${p.maximum} caracteres.`,
  'notifications.too_many_contacts': 'Ya recibimos varios mensajes tuyos en la última hora. Espera una hora antes de enviar otro.',

  'ledger.insufficient_funds': 'No tienes saldo disponible suficiente para esta operación.',
  'ledger.request_changed': 'Esa operación ya existe con otros datos.',
  'ledger.hold_closed': 'La reserva de fondos ya se cerró.',
  'ledger.hold_not_found': 'La reserva de fondos no existe.',
  'ledger.hold_exceeded': 'El valor es mayor que los fondos reservados.',
  'ledger.transfer_not_found': 'No encontramos ese movimiento.',
  'ledger.already_reversed': 'Ese movimiento ya se devolvió.',
  'ledger.amount_invalid': 'El valor debe ser mayor que cero.',

  'limits.not_verified': 'Primero debes verificar tu identidad. Ve a Verificación para continuar.',
  'limits.blocked': 'Tu cuenta no puede mover dinero en este momento. Escríbenos desde Contacto para ayudarte.',
  'limits.monthly_exceeded': (p) => `Con esta operación pasarías tu límite del mes (${p.used} de ${p.maximum} COP usados).`,

  'payments.account_not_found': 'No encontramos esa cuenta bancaria. Elige otra o añade una nueva.',
  'payments.account_limit':
    'Has alcanzado el número máximo de cuentas registradas, si quieres añadir una nueva, debes borrar una de las ya creadas.',
  'payments.account_alias_taken': 'Ya tienes una cuenta registrada con el mismo nombre',
  'payments.account_number_invalid': 'El número de cuenta debe tener entre 6 y 20 dígitos.',
  'payments.account_in_use': 'Esa cuenta tiene un retiro en curso. Podrás cambiarla o borrarla cuando termine.',
  'payments.bank_unknown': 'Ese banco no está en la lista. Elige otro.',
  'payments.amount_below_minimum': 'El valor debe ser superios a 10.000.',
  'payments.amount_above_maximum': (p) => `El valor máximo por operación es ${p.maximum} COP.`,
  'payments.amount_not_whole': 'El valor debe ser un número entero de pesos.',
  'payments.document_not_accepted': 'PSE no acepta tu tipo de documento. Usa otro medio para abonar.',
  'payments.terms_not_accepted': 'Acepta el reglamento y la autorización de datos del medio de pago para continuar.',
  'payments.bank_link_pending': 'El banco está tardando en responder. Tu abono quedó creado: en unos segundos podrás abrir el enlace.',
  'payments.provider_unavailable': 'El medio de pago no responde en este momento. Inténtalo de nuevo en unos minutos.',
  'payments.provider_refused': 'El medio de pago no aceptó la operación. Revisa los datos e inténtalo de nuevo.',
  'payments.webhook_signature': 'La firma del evento no es válida.',
  'payments.webhook_stale': 'El evento es demasiado antiguo.',
  'payments.transaction_not_found': 'No encontramos ese movimiento.',
  'payments.withdrawal_not_cancellable': 'Ese retiro ya salió hacia el banco y no se puede cancelar.',

  'pricing.pair_unknown': 'Ese par de monedas no existe.',
  'pricing.price_unavailable': 'Todavía no tenemos un precio para ese par. Inténtalo de nuevo en unos segundos.',
  'pricing.price_stale': 'El precio está desactualizado. Inténtalo de nuevo en unos segundos.',

  'trading.token_unknown': 'Esa moneda no está en la lista.',
  'trading.same_token': 'Elige dos monedas diferentes.',
  'trading.amount_invalid': 'Escribe un valor válido y mayor que cero.',
  'trading.slippage_out_of_range': 'La tolerancia de deslizamiento debe estar entre 0 y 5 %.',
  'trading.no_route': 'No hay liquidez suficiente para este intercambio. Prueba con un valor menor.',
  'trading.price_moved': 'El precio cambió más de lo que permites. Revisa la nueva cotización.',
  'trading.quote_expired': 'La cotización venció. Revisa la nueva cotización.',
  'trading.path_not_offered': 'Esa ruta no está disponible. Revisa la nueva cotización.',
  'trading.trade_not_found': 'No encontramos ese intercambio.',
  'trading.halted': 'El intercambio está en pausa porque los precios no son confiables en este momento.',

  'blockchain.transaction_not_found': 'No encontramos esa transacción en la red.',
  'blockchain.unavailable': 'La red de intercambio no responde en este momento. Inténtalo de nuevo en unos minutos.',
}

export function sentenceOf(code: ErrorCode, params: ErrorParams = {}): string {
  const sentence = ERROR_SENTENCES[code]
  return typeof sentence === 'string' ? sentence : sentence(params)
}
