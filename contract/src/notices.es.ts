/** Spanish texts of notices: the event, and the next step. The mail of the same kind has the same text. */
import { titleOfApproval } from './approval-kinds.ts'
import type { ApprovalOutcome } from './approvals.ts'
import type { DataRequestStep } from './data-request-steps.ts'
import { formatWorkCounts } from './deadline-work.ts'
import type { NoticeTexts } from './notices.ts'
import { renewalNames } from './renewal-names.ts'
import { slotNames } from './slot-names.ts'

const untilThen = (until: string): string => asSentence(`Para proteger tu dinero, los retiros quedan en espera hasta el ${until}`)
const IF_NOT_YOU = 'Si no fuiste tú, cambia tu contraseña y cierra las demás sesiones en Configuración.'

/** Titles by outcome of a treasury movement. */
const MOVEMENT_TITLES = {
  sweep: {
    done: 'El envío a la billetera fría terminó',
    failed: 'El envío a la billetera fría no se hizo',
    unasked: 'Salieron monedas hacia la billetera fría sin solicitud',
  },
  refill: {
    done: 'La recarga de la billetera operativa llegó',
    failed: 'La recarga de la billetera operativa no llegó',
    unasked: 'Llegaron monedas de la billetera fría sin solicitud',
  },
} as const

const RISK_NAMES = { low: 'No', medium: 'Medio', high: 'Alto' } as const
const RISK_REASONS = {
  assessed: 'cambiaron sus mínimos o sus puntos',
  expired: 'venció el nivel que había registrado un oficial',
  rule: 'una regla registró listas o PEP',
} as const

const REQUEST_TITLES: Readonly<Record<DataRequestStep, string>> = {
  received: 'Recibimos tu solicitud sobre tus datos',
  in_review: 'Estamos revisando tu solicitud sobre tus datos',
  incomplete: 'Falta algo en tu solicitud sobre tus datos',
  completed: 'Completaste tu solicitud sobre tus datos',
  extended: 'Necesitamos más tiempo para tu solicitud sobre tus datos',
  answered: 'Respondimos tu solicitud sobre tus datos',
  rejected: 'Respondimos tu solicitud sobre tus datos',
  desisted: 'Tu solicitud sobre tus datos terminó',
}
function requestText(step: DataRequestStep, day: string): string {
  const where = 'En Configuración, Mis datos, ves el detalle.'
  if (step === 'incomplete') return `Complétala a más tardar el ${day}; si no, entendemos que desististe. ${where}`
  if (step === 'answered' || step === 'rejected')
    return `Ingresa para leer la respuesta: por seguridad, no la enviamos por correo. ${where}`
  if (step === 'desisted') return 'Pasaron dos meses sin que la completaras. Puedes presentar otra cuando quieras.'
  if (step === 'extended') return `Respondemos a más tardar el ${day}. Por qué, lo ves en Configuración, Mis datos.`
  return `Respondemos a más tardar el ${day}. ${where}`
}

export const SPANISH_NOTICES: NoticeTexts = {
  'identity.new_sign_in': ({ when, place, ip, device }) => ({
    title: 'Nuevo ingreso a tu cuenta',
    text: `El ${when} se inició sesión desde ${device}, en ${place} (IP ${ip}). Si fuiste tú, no tienes que hacer nada. ${IF_NOT_YOU}`,
  }),
  'identity.location_denied': ({ when, until }) => ({
    title: 'Cerramos un ingreso que no reconociste',
    text: `Nos dijiste que el ingreso del ${when} no era tuyo y cerramos esa sesión. ${untilThen(until)} Cambia tu contraseña cuanto antes.`,
  }),
  'identity.password_changed': ({ when, place, until }) => ({
    title: 'Cambiaste tu contraseña',
    text: `La contraseña se cambió el ${when} desde ${place} y cerramos tus demás sesiones. ${untilThen(until)} Si no fuiste tú, restablécela desde «¿Olvidaste tu contraseña?».`,
  }),
  'identity.password_reset': ({ when, place, until }) => ({
    title: 'Restableciste tu contraseña',
    text: `La contraseña se restableció el ${when} desde ${place}, con un enlace enviado a tu correo. ${untilThen(until)} Si no fuiste tú, revisa también quién entra a tu correo.`,
  }),
  'identity.email_change_asked': ({ newEmail, when }) => ({
    title: 'Pediste cambiar tu correo',
    text: `El ${when} se pidió cambiar el correo de tu cuenta por ${newEmail}. El cambio se hace cuando abras los enlaces que enviamos a los dos correos. Si no fuiste tú, cancélalo en Configuración y cambia tu contraseña.`,
  }),
  'identity.email_changed': ({ oldEmail, newEmail, until }) => ({
    title: 'Tu correo cambió',
    text: `Tu cuenta pasó de ${oldEmail} a ${newEmail}; desde ahora inicias sesión con el nuevo. ${untilThen(until)}`,
  }),
  'identity.totp_added': ({ when, until }) => ({
    title: 'Activaste los códigos de una aplicación',
    text: `Desde el ${when} tu cuenta pide un código de tu aplicación de autenticación. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.totp_removed': ({ when, until }) => ({
    title: 'Quitaste los códigos de una aplicación',
    text: `Desde el ${when} tu cuenta ya no pide un código de tu aplicación de autenticación. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.passkey_added': ({ name, when, until }) => ({
    title: 'Agregaste una llave de acceso',
    text: `La llave de acceso «${name}» se agregó el ${when} y sirve para entrar a tu cuenta. ${untilThen(until)} Si no fuiste tú, elimínala en Configuración y cambia tu contraseña.`,
  }),
  'identity.passkey_removed': ({ name, when, until }) => ({
    title: 'Eliminaste una llave de acceso',
    text: `La llave de acceso «${name}» se eliminó el ${when} y ya no sirve para entrar. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.recovery_codes_made': ({ when, until }) => ({
    title: 'Tienes códigos de recuperación nuevos',
    text: `Se crearon el ${when}; los anteriores ya no sirven. Guárdalos en un lugar seguro. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.recovery_code_used': ({ left, when }) => ({
    title: 'Se usó un código de recuperación',
    text: `El ${when} se usó uno de tus códigos de recuperación. Códigos que te quedan: ${left}. Si son pocos, crea otros en Configuración. ${IF_NOT_YOU}`,
  }),
  'identity.factor_removal_asked': ({ when, place, due }) => ({
    title: 'Alguien pidió quitar tu segundo factor',
    text: `El ${when}, desde ${place}, alguien con tu contraseña y tu correo dijo haber perdido el segundo factor. El ${due} quitaremos todos los segundos factores de tu cuenta. Si fuiste tú, solo espera. Si no fuiste tú, bloquea la cuenta desde el correo que te enviamos o ingresa con tu segundo factor: cualquiera de las dos cosas cancela la solicitud.`,
  }),
  'identity.factor_removal_near': ({ due }) => ({
    title: 'Pronto quitaremos tu segundo factor',
    text: `La solicitud de quitar todos los segundos factores de tu cuenta sigue en espera y se cumple el ${due}. Si no la hiciste tú, bloquea la cuenta desde el correo que te enviamos o ingresa con tu segundo factor: cualquiera de las dos cosas la cancela.`,
  }),
  'identity.factor_removal_cancelled': ({ when }) => ({
    title: 'Tu segundo factor sigue activo',
    text: `El ${when} se usó tu segundo factor y cancelamos la solicitud de quitarlo. Si no hiciste tú esa solicitud, alguien conoce tu contraseña y lee tu correo: cámbialas cuanto antes.`,
  }),
  'identity.factors_removed': ({ when, until }) => ({
    title: 'Quitamos tu segundo factor',
    text: `El ${when} terminó la espera: quitamos todos los segundos factores y cerramos todas las sesiones. Para entrar, restablece tu contraseña desde «¿Olvidaste tu contraseña?» y activa otro segundo factor. ${untilThen(until)}`,
  }),
  'identity.session_copied': ({ when }) => ({
    title: 'Cerramos tu sesión por seguridad',
    text: `El ${when} alguien intentó seguir una de tus sesiones con una llave que ya se había usado. Puede ser una copia robada, así que cerramos esa sesión en todas partes. Ingresa de nuevo, cambia tu contraseña y revisa en Configuración qué dispositivos tienen acceso. Si usas un equipo compartido o con programas que no conoces, no ingreses desde él.`,
  }),
  'identity.approval_worn_out': ({ when, operation }) => ({
    title: 'Se agotaron los intentos de una confirmación',
    text: `El ${when} se escribieron mal todos los intentos para confirmar «${operation}», y no se hizo. Si fuiste tú, empieza la operación otra vez. ${IF_NOT_YOU}`,
  }),
  'identity.account_frozen': ({ when }) => ({
    title: 'Tu cuenta está bloqueada',
    text: `La bloqueamos el ${when} porque nos dijiste que algo no lo hiciste tú, y cerramos todas las sesiones. Para volver a entrar, restablece tu contraseña desde «¿Olvidaste tu contraseña?».`,
  }),
  'identity.account_protected': ({ when }) => ({
    title: 'Tu cuenta está bloqueada',
    text: `La bloqueamos el ${when} para protegerla y cerramos todas las sesiones. Para volver a entrar, restablece tu contraseña desde «¿Olvidaste tu contraseña?». Si tienes preguntas, escríbenos con el enlace de nuestro correo.`,
  }),
  'identity.account_blocked': ({ when }) => ({
    title: 'Suspendimos tu cuenta',
    text: `La suspendimos el ${when} y cerramos todas las sesiones. Tu dinero sigue en tu cuenta. Si crees que es un error, pide que la revisemos con el enlace de nuestro correo: otra persona del equipo lee lo que escribas y te responde.`,
  }),
  'identity.account_unblocked': ({ when }) => ({
    title: 'Ya puedes entrar de nuevo',
    text: `El ${when} levantamos la suspensión de tu cuenta. Ingresa con tu correo y tu contraseña de siempre.`,
  }),
  'identity.sessions_ended': ({ when }) => ({
    title: 'Cerramos tus sesiones',
    text: `El ${when} cerramos todas las sesiones de tu cuenta por seguridad. Ingresa de nuevo y, si notas algo extraño, cambia tu contraseña y escríbenos desde Contacto.`,
  }),
  'identity.factors_reset': ({ when, until }) => ({
    title: 'Quitamos tu segundo factor',
    text: `El ${when} dos personas de nuestro equipo quitaron todos los segundos factores de tu cuenta y cerraron todas las sesiones. Para entrar, restablece tu contraseña desde «¿Olvidaste tu contraseña?» y activa otro segundo factor. ${untilThen(until)} Si no lo pediste, bloquea la cuenta desde el correo que te enviamos.`,
  }),
  'identity.account_closed': ({ when }) => ({
    title: 'Cerraste tu cuenta',
    text: `Tu cuenta se cerró el ${when}. Guardamos solo lo que la ley nos obliga a conservar. Si no fuiste tú, escríbenos desde Contacto.`,
  }),
  'identity.policy_changed': ({ policy, date, changes }) => ({
    title: 'Actualizamos un texto que aceptaste',
    text: `«${policy}» tiene una versión nueva, que rige desde el ${date}. ${changes} Compárala con la anterior antes de aceptarla; te lo pediremos cuando ingreses desde ese día. Si no estás de acuerdo, puedes retirar tu dinero y cerrar tu cuenta.`,
  }),
  'kyc.documents_declined': ({ level, description, slots = '' }) => ({
    title: 'Necesitamos que envíes algo de nuevo',
    text: `Revisamos tu verificación de nivel ${level} y falta corregir ${slotNames(slots, 'es') || 'algo'}: ${asSentence(description)} Entra a Verificación; solo te pediremos lo que hay que corregir.`,
  }),
  'kyc.level_lowered': ({ level }) => ({
    title: 'Tu nivel de verificación bajó',
    text: `${level === '0' ? 'Tu cuenta ya no tiene un nivel verificado' : `Tu nivel verificado ahora es el ${level}`} y tus límites cambiaron. Tu dinero sigue en tu cuenta. Entra a Verificación para enviar de nuevo lo que falta, o escríbenos desde Contacto.`,
  }),
  'kyc.level_verified': ({ level }) => ({
    title: `Tu nivel ${level} está verificado`,
    text: `Ya puedes operar con los límites del nivel ${level}. Los ves en Verificación.`,
  }),
  'kyc.renewal_requested': ({ subjects, until }) => ({
    title: 'Actualiza tus datos',
    text: `Envíanos de nuevo, a más tardar el ${until}: ${renewalNames(subjects, 'es')}. Tu nivel y tus límites siguen igual mientras lo haces. Entra a Verificación.`,
  }),
  'kyc.renewal_accepted': ({ level }) => ({
    title: 'Tus datos están al día',
    text: `Revisamos y aceptamos lo que actualizaste del nivel ${level}. No tienes que hacer nada más.`,
  }),
  'risk.paused': () => ({
    title: 'Tus movimientos están en pausa',
    text: 'Estamos revisando tu cuenta. Mientras tanto no puedes depositar, retirar ni intercambiar; tu dinero sigue en tu cuenta. En Mensajes ves hasta cuándo y puedes escribirnos.',
  }),
  'risk.resumed': () => ({
    title: 'Ya puedes mover tu dinero',
    text: 'Terminamos la revisión de tu cuenta: ya puedes depositar, retirar e intercambiar.',
  }),
  'conversations.answered': () => ({
    title: 'Tienes una respuesta',
    text: 'Te escribimos en Mensajes. Ingresa para leer la respuesta y contestar: por seguridad, no la enviamos por correo.',
  }),
  'conversations.appeal_answered': () => ({
    title: 'Te respondimos sobre tu cuenta',
    text: 'Respondimos lo que nos escribiste sobre tu cuenta. Mientras no puedas entrar, lee y responde con el enlace de nuestro correo.',
  }),
  'conversations.opened': () => ({
    title: 'Un movimiento tuyo está en revisión',
    text: 'Lo estamos revisando y tu dinero está guardado. En Mensajes ves hasta cuándo y puedes escribirnos.',
  }),
  'privacy.request_moved': ({ number, step, day }) => ({
    title: REQUEST_TITLES[step],
    text: `Solicitud ${number}. ${requestText(step, day)}`,
  }),
  'payments.account_added': ({ account, until }) => ({
    title: 'Agregaste una cuenta bancaria',
    text: `Agregaste la cuenta ${account}. ${paidFrom(until)} Si no fuiste tú, elimínala en Cuentas y cambia tu contraseña.`,
  }),
  'payments.account_changed': ({ account, until }) => ({
    title: 'Cambiaste una cuenta bancaria',
    text: `Cambiaste los datos de la cuenta ${account}. ${paidFrom(until)} Si no fuiste tú, revísala en Cuentas y cambia tu contraseña.`,
  }),
  'payments.account_deleted': ({ account }) => ({
    title: 'Eliminaste una cuenta bancaria',
    text: `Eliminaste la cuenta ${account}: ya no se puede retirar a ella. ${IF_NOT_YOU}`,
  }),
  'payments.deposit_credited': ({ amount }) => ({
    title: 'Recibimos tu depósito',
    text: `${amount} entraron a tu saldo. Ya puedes usarlos.`,
  }),
  'payments.deposit_held': ({ amount }) => ({
    title: 'Tu depósito está en revisión',
    text: `Recibimos ${amount} de tu banco, pero el pago llegó después de que el depósito venció y con él pasas tu límite del mes. El dinero está guardado: te avisaremos cuando entre a tu saldo.`,
  }),
  'payments.payment_held': ({ amount, reason }) => ({
    title: 'Tu pago por PSE está en revisión',
    text: `Recibimos ${amount}. ${asSentence(reason)}`,
  }),
  'payments.transfer_held': ({ amount, reason }) => ({
    title: 'Tu transferencia está en revisión',
    text: `Recibimos ${amount}. ${asSentence(reason)}`,
  }),
  'payments.deposit_taken_back': ({ amount }) => ({
    title: 'Retiramos un depósito que fue anulado',
    text: `Tu banco o el medio de pago anuló un pago de ${amount} después de que entró a tu saldo, así que retiramos su valor. Si crees que es un error, escríbenos desde Contacto.`,
  }),
  'payments.withdrawal_requested': ({ amount, account }) => ({
    title: 'Recibimos tu solicitud de retiro',
    text: `Pediste retirar ${amount} a la cuenta ${account}. Te avisaremos cuando el banco lo pague. Si no fuiste tú, cancélalo en Historial y cambia tu contraseña.`,
  }),
  'payments.withdrawal_in_review': ({ amount, account }) => ({
    title: 'Tu retiro está en revisión',
    text: `Estamos revisando tu retiro de ${amount} a la cuenta ${account} antes de enviarlo al banco. El dinero sigue reservado y puedes cancelar el retiro en Historial. Te avisaremos cuando haya una respuesta.`,
  }),
  'payments.withdrawal_settled': ({ amount, account }) => ({
    title: 'Tu retiro fue pagado',
    text: `El banco pagó ${amount} en la cuenta ${account}. Si no los ves, dale al banco unos minutos antes de escribirnos.`,
  }),
  'payments.withdrawal_returned': ({ amount, account, reason }) => ({
    title: 'Tu retiro volvió a tu saldo',
    text: `No se pagaron ${amount} en la cuenta ${account} y los devolvimos a tu saldo. Motivo: ${asSentence(reason)}`,
  }),
  'approvals.waiting': ({ request }) => ({
    title: 'Hay una solicitud por aprobar',
    text: `«${titleOfApproval(request, 'es')}» espera la decisión de otra persona del equipo. Vence en 48 horas.`,
  }),
  'approvals.decided': ({ request, outcome }) => ({
    title: 'Tu solicitud terminó',
    text: `«${titleOfApproval(request, 'es')}» ${OUTCOMES[outcome]}.`,
  }),
  'approvals.review_due': ({ request, due }) => ({
    title: 'Una ejecución de emergencia espera revisión',
    text: `«${titleOfApproval(request, 'es')}» se ejecutó sin segunda aprobación. Hay que revisarla antes de: ${due}.`,
  }),
  'approvals.review_overdue': ({ request, due }) => ({
    title: 'Una revisión de emergencia está vencida',
    text: `«${titleOfApproval(request, 'es')}» se ejecutó sin segunda aprobación y nadie la ha revisado. El plazo era: ${due}.`,
  }),
  'approvals.not_justified': ({ request, reversal }) => ({
    title: 'Una ejecución de emergencia no estaba justificada',
    text: `Se revisó “${titleOfApproval(request, 'es')}”, que una persona ejecutó sola, y no estaba justificada. ${
      reversal === 'proposed'
        ? 'Deshacerla espera la decisión de otra persona en Aprobaciones.'
        : 'No se pudo pedir que se deshaga: hay que revisar el caso a mano.'
    }`,
  }),
  'compliance.review_assigned': ({ officer, due }) => ({
    title: 'Te asignaron una revisión',
    text: `${officer} te asignó un caso de verificación. Vence: ${due}.`,
  }),
  'deadlines.work_due': ({ near, overdue }) => ({
    title: overdue ? 'Hay trabajo vencido' : 'Hay trabajo por vencer',
    text: [overdue && `Venció: ${formatWorkCounts(overdue, 'es')}.`, near && `Está por vencer: ${formatWorkCounts(near, 'es')}.`]
      .filter(Boolean)
      .join(' '),
  }),
  'risk.level_changed': ({ before, after, why }) => ({
    title: 'Cambió el riesgo de un cliente',
    text: `Pasó de ${RISK_NAMES[before]} a ${RISK_NAMES[after]}: ${RISK_REASONS[why]}. En su página ves por qué, línea por línea. La persona no recibe el motivo.`,
  }),
  'risk.levels_changed': ({ raised, lowered }) => ({
    title: 'Se recalculó el riesgo de los clientes',
    text: `Subió el de ${raised} y bajó el de ${lowered}. Los encuentras en Verificación, por su nivel de riesgo.`,
  }),
  'reconciliation.difference': ({ check, asset, subject, difference }) => ({
    title: 'Los libros no cuadran',
    text: `La comparación ${check} encontró una diferencia${difference ? ` de ${difference}` : ''} en ${asset}${subject ? ` (${subject})` : ''}. Mírala en Balance y deja escrito qué la causó.`,
  }),
  'treasury.hot_wallet': ({ side, hot, target }) => ({
    title: side === 'above' ? 'La billetera operativa tiene de más' : 'A la billetera operativa le falta',
    text: `Tiene ${hot} y su meta es ${target}. En Wallet puedes proponer ${side === 'above' ? 'un envío a la billetera fría' : 'una recarga'}.`,
  }),
  'treasury.movement': ({ movement, amount, outcome }) => ({
    title: MOVEMENT_TITLES[movement][outcome],
    text: `Valor: ${amount}. Míralo en Wallet.${outcome === 'unasked' ? ' Averigua quién lo envió.' : ''}`,
  }),
  'crypto.deposit_credited': ({ amount }) => ({
    title: 'Recibimos tus monedas',
    text: `${amount} entraron a tu saldo. Ya puedes usarlos.`,
  }),
  'crypto.withdrawal_requested': ({ amount, address }) => ({
    title: 'Recibimos tu solicitud de retiro',
    text: `Pediste retirar ${amount} a la dirección ${address}. Lo que sale a la red no se puede devolver: si no fuiste tú, cancélalo ya en tu billetera y cambia tu contraseña.`,
  }),
  'crypto.withdrawal_sent_again': ({ amount, address }) => ({
    title: 'Enviamos tu retiro de nuevo',
    text: `La red deshizo tu retiro de ${amount} a la dirección ${address}, y nada llegó. Lo enviamos otra vez a la misma dirección: no tienes que hacer nada.`,
  }),
  'crypto.withdrawal_settled': ({ amount, address }) => ({
    title: 'Tu retiro llegó',
    text: `Enviamos ${amount} a la dirección ${address} y la red los confirmó.`,
  }),
  'crypto.withdrawal_returned': ({ amount, address, reason }) => ({
    title: 'Tu retiro volvió a tu saldo',
    text: `No se enviaron ${amount} a la dirección ${address} y los devolvimos a tu saldo. Motivo: ${asSentence(reason)}`,
  }),
  'payments.payout_charged': ({ amount }) => ({
    title: 'Registramos un retiro tuyo que faltaba',
    text: `El banco pagó ${amount} por un retiro tuyo que no estaba en tu saldo. Dos personas del equipo lo registraron y el valor salió de tu saldo. Si no reconoces ese retiro, escríbenos.`,
  }),
  'crypto.found_charged': ({ amount, transaction }) => ({
    title: 'Registramos un retiro tuyo que faltaba',
    text: `La red confirmó ${amount} que salieron por tu cuenta en la transacción ${transaction} y no estaban en tu saldo. Dos personas del equipo lo registraron y el valor salió de tu saldo. Si no reconoces ese retiro, escríbenos.`,
  }),
  'crypto.found_credited': ({ amount, transaction }) => ({
    title: 'Registramos un abono tuyo que faltaba',
    text: `La red confirmó ${amount} que son tuyos en la transacción ${transaction} y no estaban en tu saldo. Dos personas del equipo lo registraron. Ya puedes usarlos.`,
  }),
  'crypto.address_added': ({ address, until }) => ({
    title: 'Guardaste una dirección de retiro',
    text: `Guardaste la dirección ${address}. ${until ? asSentence(`Por seguridad, se puede retirar a ella desde el ${until}`) : 'Ya se puede retirar a ella.'} Si no fuiste tú, bórrala en Cuentas y cambia tu contraseña.`,
  }),
  'crypto.address_deleted': ({ address }) => ({
    title: 'Borraste una dirección de retiro',
    text: `Borraste la dirección ${address}: ya no se puede retirar a ella. ${IF_NOT_YOU}`,
  }),
  'trading.trade_done': ({ sold, bought }) => ({
    title: 'Tu intercambio está listo',
    text: `Entregaste ${sold} y recibiste ${bought}. Ya están en tu saldo.`,
  }),
}

const paidFrom = (until: string): string => asSentence(`Por seguridad, lo que retires a ella sale hacia el banco después del ${until}`)

/** Ends a sentence. A time already ends with a point, `1:30 p. m.`. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const OUTCOMES: Readonly<Record<ApprovalOutcome, string>> = {
  executed: 'fue aprobada y ejecutada',
  refused: 'fue rechazada: lee el motivo en Aprobaciones',
  expired: 'venció sin una decisión',
  execution_failed: 'fue aprobada, pero no se pudo ejecutar',
  break_glass: 'fue ejecutada por emergencia, sin segunda aprobación',
}
