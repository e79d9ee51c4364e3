/** Spanish sentence of every error code: cause and next step. Texts that the specification quotes are exact. */
import type { ErrorCode, ErrorParams } from './errors.ts'
import { labelOfPermission } from './permissions.ts'
import { waitText } from './wait-text.ts'

export type Sentence = string | ((params: ErrorParams) => string)

/** The specification quotes the text for PDF. */
const TYPES_ALLOWED: Record<string, string> = {
  pdf: 'Solo se permite archivo PDF',
  image: 'Solo se permiten imágenes PNG o JPG.',
  'image,pdf': 'Solo se permiten archivos PNG, JPG o PDF.',
}

/** Texts by the names of `LINE_PROBLEMS`. */
const FAULTY_LINE: Record<string, string> = {
  roles: 'elige por lo menos un rol, y cada uno una vez',
  company_roles: 'una empresa no es representante ni beneficiaria final; anota debajo a las personas que hay detrás',
  share: 'la participación va con quien es dueño: una empresa o un beneficiario por propiedad',
  parent: 'solo una empresa que está antes tiene dueños debajo, y ellos son beneficiarios finales u otra empresa',
  twice: 'ese documento ya está en la lista en el mismo lugar',
  shares_above_total: 'las participaciones suman más de 100 %',
  document: 'el número del documento no es válido',
}
/** Texts by the names of `MISSING`. */
const MISSING_REPRESENTATIVE: Record<string, (name: string | number) => string> = {
  list: () => 'nadie ha anotado a quién nombran sus documentos',
  newer_list: () => 'la lista es anterior a lo último que envió; revísala y anótala de nuevo',
  representative: () => 'falta por lo menos un representante legal',
  shareholder: (name) => `falta quién está detrás de ${name}, o por qué no se puede saber`,
  owner: () => 'no hay ningún beneficiario final; anótalo, o escribe por qué no se puede encontrar',
}

/** Wait text of a 429; the seconds are also in its header `Retry-After`. */
const wait = ({ retryAfterSeconds }: ErrorParams): string => waitText(retryAfterSeconds ?? 60, 'es')

export const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  'request.invalid': 'Hay datos que no son válidos. Revisa los campos marcados e inténtalo de nuevo.',
  'request.malformed_json': 'No pudimos leer la solicitud: el contenido no es JSON válido.',
  'request.encrypted_body_invalid': 'No pudimos descifrar la solicitud. Revisa la clave y el formato del contenido.',
  'request.unsupported_media_type': 'Este servicio solo recibe contenido JSON.',
  'request.too_large': 'La solicitud es demasiado grande.',
  'request.not_found': 'No encontramos lo que buscas.',
  'request.number_not_exact': 'Un número tiene más cifras de las que se leen con exactitud. Envíalo como texto.',
  'request.text_unseen':
    'El texto tiene caracteres que no se ven o que cambian el orden de las letras. Bórralo y escríbelo de nuevo, sin pegarlo.',
  'request.reason_invalid': 'La razón debe contener por lo menos 10 caracteres.',
  'request.reason_too_long': 'La razón puede tener hasta 2.000 caracteres.',
  'request.too_many': (p) => `Hiciste demasiadas solicitudes seguidas. Intenta de nuevo en ${wait(p)}.`,
  'request.duplicate': 'Acabas de enviar una solicitud igual. Si quieres repetirla, espera un minuto.',
  'request.idempotency_key_invalid': 'La llave de idempotencia debe tener entre 8 y 64 letras, números o guiones.',
  'request.idempotency_key_reused': 'Esa llave de idempotencia ya se usó con otros datos. Envía la solicitud con una llave nueva.',
  'server.unexpected':
    'Tuvimos un problema. Inténtalo de nuevo en unos minutos; si movías dinero, revisa antes si la operación quedó hecha.',
  'server.unavailable': 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos.',
  'server.busy': 'Otra operación trabaja ahora con estos mismos datos. Inténtalo de nuevo en un momento.',

  // Only the code is stored for a request that ended with it.
  'access.permission_missing': (p) =>
    p.permission === undefined
      ? 'Ese rol no permite hacerlo: le falta un permiso.'
      : `No puedes hacer esto con tu rol: te falta el permiso «${labelOfPermission(String(p.permission), 'es')}».`,

  'files.too_large': (p) => `El archivo pesa demasiado. El máximo es ${p.maximumMb} MB; envía uno más liviano.`,
  'files.type_not_allowed': ({ allowed }) => TYPES_ALLOWED[String(allowed)] ?? 'Ese tipo de archivo no se permite.',
  'files.heic_not_supported':
    'No podemos leer fotos HEIC. En el iPhone elige Ajustes > Cámara > Formatos > Más compatible, o envía la foto en JPG.',
  'files.image_unreadable': 'No pudimos leer la imagen: está dañada o incompleta. Toma la foto de nuevo o envía otra.',
  'files.image_too_large': (p) =>
    `La imagen tiene demasiados píxeles. El máximo es ${p.maximumMegapixels} megapíxeles; baja la resolución de la cámara.`,
  'files.image_too_small':
    'La imagen es demasiado pequeña para leer algo en ella. Toma una foto de cerca o envía la original, no una miniatura.',
  'files.pdf_unreadable': 'No pudimos leer el PDF: está dañado o es demasiado complejo. Expórtalo o imprímelo otra vez como PDF.',
  'files.pdf_active_content': 'El PDF contiene código, formularios activos o archivos adjuntos. Imprímelo como PDF y envía esa copia.',
  'files.pdf_encrypted':
    'El PDF pide una contraseña o está cifrado de una forma que no podemos leer. Ábrelo, elige Imprimir > Guardar como PDF y envía esa copia. Si no deja imprimir, pídele una copia sin protección a quien lo emitió.',
  'files.infected': 'El antivirus detectó una amenaza en el archivo. Revisa tu dispositivo y envía otro archivo.',
  'files.scanner_unavailable': 'No podemos revisar archivos en este momento. Inténtalo de nuevo en unos minutos.',
  'files.busy': 'Estamos revisando muchos archivos. Inténtalo de nuevo en un minuto.',
  'files.quota_day': 'Hoy ya enviaste 384 MB de archivos, que es el máximo de un día. Sigue mañana.',
  'files.quota_stored': 'Tus documentos ya ocupan 1 GB, que es el máximo. Quita los que no enviaste o escríbenos desde Contacto.',
  'files.storage_full': 'En este momento no podemos recibir archivos. Lo que enviaste antes está a salvo. Inténtalo más tarde.',
  'files.too_many_at_once': 'Enviaste muchos archivos al mismo tiempo. Espera a que revisemos los primeros y envía los demás.',
  'files.too_many_refused':
    'Rechazamos demasiados archivos tuyos seguidos. Espera diez minutos y revisa que se abran bien antes de enviarlos.',
  'files.not_found': 'No encontramos ese archivo.',
  'files.link_expired': 'El enlace del archivo venció. Ábrelo de nuevo desde la pantalla donde lo viste.',
  'files.form_needed': 'Envía los archivos en un formulario (multipart/form-data).',
  'files.form_incomplete': 'El envío llegó incompleto. Revisa tu conexión y envía los archivos otra vez.',
  'files.upload_timeout': 'Los archivos tardaron demasiado en llegar. Revisa tu conexión e inténtalo de nuevo.',
  'files.too_few': (p) => `Faltan archivos: envía al menos ${p.minimum}.`,
  'files.too_many': (p) => `Enviaste demasiados archivos: el máximo es ${p.maximum}.`,
  'files.piece_invalid': 'Esa parte no cabe en el archivo que anunciaste, o es más pequeña de lo que se permite.',
  'files.upload_offset': (p) => `Todavía faltan partes del archivo: el envío sigue desde el byte ${p.offset}.`,
  'files.upload_damaged': 'El archivo cambió o se dañó mientras lo enviabas. Elígelo de nuevo para enviarlo desde el comienzo.',
  'files.uploads_open': (p) => `Tienes ${p.maximum} archivos a medio enviar. Termina o cancela alguno antes de empezar otro.`,

  'identity.not_signed_in': 'Inicia sesión para continuar.',
  'identity.not_authorized': 'You are not authorized to access this page.',
  'identity.wrong_credentials': 'El correo o la contraseña no son correctos, o la cuenta aún no está activada.',
  'identity.too_many_codes': (p) =>
    `Te enviamos muchos códigos en poco tiempo. Intenta de nuevo en ${wait(p)}, o usa una llave de acceso o una aplicación de códigos, que no esperan: se activan en Configuración.`,
  'identity.too_many_attempts': (p) => `Hubo demasiados intentos. Intenta de nuevo en ${wait(p)} o restablece tu contraseña.`,
  'identity.session_expired': 'Tu sesión terminó. Inicia sesión de nuevo.',
  'identity.session_idle': 'Cerramos tu sesión porque llevaba mucho tiempo sin uso. Inicia sesión de nuevo.',
  'identity.session_revoked': 'Tu sesión se cerró desde otro dispositivo. Si no fuiste tú, inicia sesión y cambia tu contraseña.',
  'identity.session_credentials_changed':
    'Tu sesión se cerró porque cambiaron la contraseña, el correo o el segundo factor de tu cuenta. Inicia sesión de nuevo.',
  'identity.session_reused': 'Cerramos tu sesión por seguridad: se usó dos veces la misma llave. Inicia sesión de nuevo.',
  'identity.email_invalid': 'Escribe un correo electrónico válido.',
  'identity.password_too_short': (p) => `La contraseña debe tener al menos ${p.minimum} caracteres.`,
  'identity.password_too_long': (p) => `La contraseña puede tener como máximo ${p.maximum} caracteres.`,
  'identity.password_too_common': 'Esa contraseña es muy fácil de adivinar. Elige otra, por ejemplo una frase de varias palabras.',
  'identity.terms_not_accepted': 'Para crear tu cuenta debes aceptar los términos y la política de datos.',
  'identity.activation_expired': 'El enlace de activación ya no es válido. Pide otro con tu correo.',
  'identity.activation_password_wrong':
    'Esa no es la contraseña con la que se hizo este registro. Inténtalo de nuevo o, si no la recuerdas, elige otra.',
  'identity.activation_email_wrong': 'Este enlace se envió a otro correo. Si no fue al tuyo, no sigas: la cuenta no sería tuya.',
  'identity.not_activated': 'Tu cuenta aún no está activada. Abre el enlace que te enviamos por correo; si ya venció, pide otro.',
  'identity.account_suspended':
    'Tu cuenta está suspendida. Para pedir que la revisemos, usa el enlace de nuestro correo o pide otro en «Mi cuenta está suspendida».',
  'identity.account_closed': 'Cerraste esta cuenta, y no se vuelve a abrir. Puedes registrarte de nuevo con el mismo correo.',
  'identity.staff_account_closed':
    'Tu cuenta del equipo está cerrada, y no se vuelve a abrir. Pide una invitación nueva a quien administra los roles.',
  'identity.reset_expired': 'El enlace para cambiar la contraseña ya no es válido. Pide uno nuevo.',
  'identity.current_password_wrong': 'La contraseña actual no es correcta.',
  'identity.password_same': 'La contraseña nueva debe ser distinta de la actual.',
  'identity.email_same': 'Ese ya es tu correo.',
  'identity.email_change_expired': 'El enlace para cambiar el correo ya no es válido. Empieza el cambio de nuevo en Configuración.',
  'identity.appeal_expired':
    'Este enlace ya no es válido. Si tu cuenta ya está abierta, inicia sesión; si no, pide otro enlace con tu correo.',
  'identity.freeze_expired': 'El enlace para bloquear la cuenta ya no es válido. Cambia tu contraseña o escríbenos desde Contacto.',
  'identity.account_frozen':
    'Tu cuenta está bloqueada porque avisaste que no reconocías un movimiento. Para volver a entrar, restablece tu contraseña.',
  'identity.reset_required': 'Por seguridad debes restablecer tu contraseña antes de entrar.',
  'identity.device_blocked': 'Este dispositivo está bloqueado para esta cuenta. Entra desde otro y desbloquéalo en Configuración.',
  'identity.second_factor_wrong': 'El código no es correcto o ya se usó. Revísalo e inténtalo de nuevo.',
  'identity.second_factor_expired': 'Pasó demasiado tiempo. Inicia sesión de nuevo.',
  'identity.second_factor_needed': 'Activa un segundo factor en Configuración para entrar al panel de administración.',
  'identity.lost_factor_expired':
    'El enlace ya no es válido. Ingresa con tu contraseña y pide otro desde «No tengo mi celular ni mis códigos».',
  'identity.lost_factor_officer': 'Las cuentas de oficiales no se recuperan por correo. Pide a otro oficial que inicie el procedimiento.',
  'identity.passkey_refused': 'No pudimos comprobar la llave de acceso. Inténtalo de nuevo o usa otro método.',
  'identity.totp_already_on': 'Ya tienes una aplicación de códigos activa. Quítala antes de añadir otra.',
  'identity.totp_not_begun': 'Empieza de nuevo: no hay una aplicación de códigos por confirmar.',
  'identity.factor_not_found': 'No encontramos ese segundo factor.',
  'identity.last_factor_required': 'Tu cuenta debe tener un segundo factor. Añade otro antes de quitar este.',
  'identity.too_many_passkeys': (p) => `Puedes tener hasta ${p.maximum} llaves de acceso. Quita alguna antes de añadir otra.`,
  'identity.step_up_required': 'Confirma que eres tú para continuar.',
  'identity.step_up_invalid': 'La confirmación venció, ya se usó o es de otra operación. Confirma de nuevo.',
  'identity.step_up_expired': 'La confirmación venció. Empieza de nuevo.',
  'identity.step_up_unknown_call': 'Esa operación no necesita confirmación o no existe.',
  'identity.location_link_expired': 'El link de validacion ha expirado',
  'identity.deny_link_expired': 'El link para validar una ip como sospechosa ha expirado',
  'identity.account_not_empty':
    'Para cerrar tu cuenta no puede tener saldo ni operaciones en curso. Retira tu dinero y espera a que todo termine.',
  'identity.last_officer': 'Eres el único oficial activo: nombra a otro antes de cerrar tu cuenta.',
  'identity.consent_needed':
    'Actualizamos nuestros textos. Acéptalos para depositar o intercambiar; ver tu cuenta y retirar tu dinero sigue disponible.',
  'identity.consent_outdated': 'Los textos cambiaron mientras los leías. Ábrelos de nuevo y acepta la versión vigente.',

  'notifications.too_many_streams': 'Tienes demasiadas ventanas abiertas. Cierra alguna e inténtalo de nuevo.',
  'notifications.contact_sender_invalid': 'Escribe un correo electrónico válido para poder responderte.',
  'notifications.contact_subject_invalid': (p) => `Escribe el asunto en una sola línea de máximo ${p.maximum} caracteres.`,
  'notifications.contact_message_invalid': (p) => `Cuéntanos qué necesitas, en máximo ${p.maximum} caracteres.`,
  'notifications.too_many_contacts': (p) =>
    `Ya recibimos varios mensajes desde este correo o esta red en la última hora. Podrás enviar otro en ${wait(p)}.`,
  'notifications.ticket_not_found': 'No encontramos esa solicitud. Abre el enlace completo que te enviamos, o escríbenos de nuevo.',

  'ledger.insufficient_funds': 'No tienes saldo disponible suficiente para esta operación.',
  'ledger.request_changed': 'Esa operación ya existe con otros datos.',
  'ledger.hold_closed': 'La reserva de fondos ya se cerró.',
  'ledger.hold_not_found': 'La reserva de fondos no existe.',
  'ledger.hold_exceeded': 'El valor es mayor que los fondos reservados.',
  'ledger.transfer_not_found': 'No encontramos ese movimiento.',
  'ledger.already_reversed': 'Ese movimiento ya se devolvió.',
  'ledger.amount_invalid': 'El valor debe ser mayor que cero.',
  'ledger.unproved': 'Este saldo está en revisión y por ahora no se puede mover. No se hizo ningún movimiento; intenta más tarde.',
  'ledger.asset_frozen': (p) =>
    `Los retiros y cambios de ${p.asset} están en pausa mientras revisamos nuestras cuentas. No se hizo ningún movimiento; intenta más tarde.`,
  'privacy.too_many': 'Registraste varias solicitudes hoy. Espera un día para enviar otra, o agrega lo que falta cuando te lo pidamos.',
  'privacy.changed_meanwhile': 'Alguien cambió esta solicitud mientras la leías. Ábrela de nuevo antes de seguir.',
  'privacy.not_taken': 'Toma la solicitud antes de decidir: la tiene otra persona del equipo o nadie.',
  'privacy.not_possible': 'Esto ya no es posible: la solicitud terminó, su plazo pasó o ya se hizo una vez.',
  'reconciliation.still_differs': 'La diferencia sigue ahí: explícala, o corrígela antes de cerrarla.',
  'reconciliation.already_ended': 'Esta diferencia ya se cerró.',
  'reconciliation.operation_ended': 'Esta operación ya terminó. Vuelve a cargar la lista.',
  'reconciliation.already_frozen': 'Una persona del equipo ya detuvo los retiros y cambios de esta moneda.',
  'reconciliation.not_frozen': 'Los retiros y cambios de esta moneda no están en pausa.',
  'reconciliation.differences_open': 'Hay diferencias abiertas de esta moneda. Explícalas o ciérralas antes de reanudar.',
  'reconciliation.not_compared':
    'Estas cuentas vienen de una copia restaurada y todavía no se han comparado con la red, el proveedor y el banco. Espera a que termine la comparación.',
  'reconciliation.disputes_open': (p) =>
    `Hay depósitos de ${p.asset} que la red deshizo y no se han resuelto (${p.count}). Están en Historial de depositos; espera a que terminen o decídelos antes de reanudar.`,
  'reconciliation.claims_open': (p) =>
    `Hay retiros de ${p.asset} que la red no entregó y no se han decidido (${p.count}). Están en Administración de retiros; decídelos antes de reanudar.`,
  'reconciliation.found_open': (p) =>
    `Hay transacciones de ${p.asset} en la red que no están en los libros (${p.count}). Dos personas del equipo las registran antes de reanudar.`,
  'reconciliation.payments_unbooked': (p) =>
    `Hay pagos que no están en los libros (${p.count}). Están en Pagos por aclarar; regístralos antes de reanudar.`,
  'reconciliation.capital_place_invalid': 'Ese movimiento no existe para esa moneda en ese lugar. Elige otro lugar.',
  'reconciliation.capital_amount_invalid': 'Escribe un valor mayor que cero, con los decimales de la moneda.',
  'reconciliation.capital_reference_invalid': 'Escribe la referencia del banco o de la cadena: entre 3 y 200 caracteres.',
  'reconciliation.capital_in_statement':
    'Ese dinero está en el extracto de la cuenta de recaudo. Se registra como capital en Conciliación bancaria, al decidir su movimiento.',
  'reconciliation.capital_reference_taken': 'Ya hay un movimiento con esa referencia. Cada uno se registra una sola vez.',
  'reconciliation.capital_exceeded': 'Ese valor es más de lo que la casa tiene allí o de lo que es suyo. No se movió nada.',
  'reconciliation.capital_paused': 'Esta moneda está en pausa: puede entrar dinero de la casa, pero no salir.',
  'reconciliation.no_closing': 'Ese día no tiene cierre. El cierre de cada día se escribe después de medianoche.',
  'reconciliation.not_in_closing': 'No tenías saldo al cierre de ese día, así que no apareces en su prueba de reservas.',
  'reconciliation.proof_gone': 'Las pruebas de reservas se pueden consultar durante 92 días. Elige un día más reciente.',
  'treasury.reason_invalid': 'Escribe el motivo con 10 a 2.000 caracteres.',
  'treasury.amount_invalid': 'Escribe un valor mayor que cero, con los decimales de la moneda.',
  'treasury.no_cold_wallet': 'No hay una billetera fría configurada.',
  'treasury.not_above_target': 'La billetera operativa quedaría por debajo de su meta. Propón un valor menor.',
  'treasury.movement_open': 'Ya hay un movimiento de este tipo en curso para esta moneda. Espera a que termine.',
  'treasury.not_cancellable': 'Este movimiento ya no se puede cancelar.',

  'limits.not_verified': 'Primero debes verificar tu identidad. Ve a Verificación para continuar.',
  'limits.blocked': 'Tu cuenta no puede mover dinero en este momento. Escríbenos desde Contacto para ayudarte.',
  'limits.in_review':
    'Estamos revisando tu cuenta y por ahora no puedes mover dinero. No se hizo ningún movimiento. Si tienes preguntas, escríbenos desde Contacto.',
  'limits.monthly_exceeded': (p) => `Con esta operación pasarías tu límite del mes (${p.used} de ${p.maximum} COP usados).`,
  'limits.withdrawals_on_hold': (p) =>
    `Por seguridad, los retiros están en pausa hasta el ${p.until}, por un cambio reciente en tu cuenta.`,

  'kyc.form_locked': 'Primero debemos verificar el nivel anterior.',
  'kyc.proof_date': 'La fecha de expedición del respaldo no puede ser posterior a hoy ni de hace más de diez años.',
  'kyc.form_sent': 'Ya enviaste este formulario y lo estamos revisando. Te avisaremos cuando terminemos.',
  'kyc.draft_changed': 'Cambiaste este formulario en otro dispositivo. Vuelve a cargarlo para ver lo último.',
  'kyc.person_type_fixed': 'Ya enviaste documentos: el tipo de verificación no se puede cambiar. Escríbenos desde Contacto si es un error.',
  'kyc.under_age': 'Debes ser mayor de edad',
  'kyc.birth_date_invalid': 'Revisa tu fecha de nacimiento: no puede ser futura ni de hace más de 120 años.',
  'kyc.pep_dates_invalid': 'Revisa las fechas del cargo: no puede empezar en el futuro ni terminar antes de empezar.',
  'kyc.name_invalid': 'Escribe tu nombre completo, como aparece en tu documento.',
  'kyc.document_type_unknown': 'Elige un tipo de documento de la lista.',
  'kyc.document_number_invalid': 'El número no corresponde al tipo de documento. Revísalo.',
  'kyc.partner_number_invalid': 'El documento de un socio tiene entre 4 y 20 letras y números, con al menos un número. Revísalo.',
  'kyc.document_taken': 'Ese documento ya está verificado en otra cuenta. Si crees que es un error, escríbenos desde Contacto.',
  'kyc.phone_invalid': 'Escribe un número de celular válido, por ejemplo 300 123 4567.',
  'kyc.documents_missing': 'Faltan documentos. Súbelos todos antes de enviar.',
  'kyc.fields_missing': 'Faltan datos del formulario. Complétalos antes de enviar los documentos.',
  'kyc.city_unknown': 'Elige un municipio de la lista.',
  'kyc.department_unknown': 'Elige un departamento de la lista.',
  'kyc.country_unknown': 'Elige un país de la lista.',
  'kyc.occupation_unknown': 'Elige una ocupación de la lista.',
  'kyc.activity_unknown': 'Elige una actividad económica de la lista.',
  'kyc.funds_not_declared':
    'Para continuar debes declarar que tus fondos tienen un origen lícito. Si tienes dudas, escríbenos desde Contacto.',
  'kyc.residence_incomplete': 'Completa dónde vives: departamento y municipio, o país, estado y ciudad.',
  'kyc.nit_invalid': 'El NIT no es válido: revisa el número y el dígito de verificación.',
  'kyc.shares_above_total': 'Las participaciones de los socios suman más de 100 %.',
  'kyc.representatives_of_company': 'Los representantes y beneficiarios finales se anotan de una empresa que ya envió su nivel 1.',
  'kyc.representatives_changed': 'Mientras tanto otra persona anotó una lista nueva. Léela antes de reemplazarla; no se cambió nada.',
  'kyc.representative_faulty': (p) => `Corrige la línea ${p.line}: ${FAULTY_LINE[p.problem ?? ''] ?? 'no es válida'}. No se cambió nada.`,
  'kyc.tax_locked': 'La residencia fiscal se certifica cuando tu nivel 1 está verificado.',
  'kyc.tax_changed': 'Mientras tanto certificaste otra residencia fiscal. Revísala antes de cambiarla; no se cambió nada.',
  'kyc.tax_statement_changed': 'El texto de la declaración cambió. Actualiza la página, léelo y acéptalo de nuevo.',
  'kyc.tax_country_twice': 'Cada país va una sola vez. Quita el repetido.',
  'kyc.tin_missing': 'Escribe el número de identificación tributaria de cada país, o elige por qué no lo tienes.',
  'kyc.tin_invalid':
    'El número de identificación tributaria no es válido. Revísalo; el de Colombia es tu cédula, o el NIT con su dígito de verificación.',
  'kyc.chamber_certificate_old': 'El certificado de cámara de comercio debe tener menos de 90 días.',
  'kyc.tax_returns_missing': 'Sube al menos una declaración de renta o de IVA.',
  'kyc.slot_unknown': 'Ese documento no es de este formulario.',
  'kyc.evidence_full': (p) => `Ya guardamos ${p.maximum} lecturas de tu documento, que es el máximo. Completa los datos a mano.`,
  'kyc.slot_full': (p) => `Ya subiste el máximo de ${p.maximum} archivos. Quita alguno antes de subir otro.`,

  'parameters.list_unknown': 'Esa lista no existe.',
  'parameters.department_unknown': 'Ese departamento no existe.',

  'approvals.not_maker': 'Solo quien hizo la solicitud puede retirarla.',
  'approvals.own_request': 'No puedes decidir esta solicitud porque la hiciste o la ejecutaste tú. Debe decidirla otra persona.',
  'approvals.same_session': 'La decisión debe tomarse desde otra sesión.',
  'approvals.person_concerned': 'Esta solicitud es sobre tu propia cuenta. Debe encargarse otra persona.',
  'approvals.not_waiting': 'Esta solicitud ya terminó. Vuelve a cargar la página.',
  'approvals.expired': 'Esta solicitud venció: pasaron 48 horas sin una decisión. Hay que hacerla de nuevo.',
  'approvals.facts_changed': 'Los datos cambiaron desde que se hizo la solicitud. Volvió a quien la hizo, sin ejecutarse.',
  'approvals.maker_unauthorized': 'Quien hizo la solicitud ya no tiene el permiso que pide. No se ejecutó.',
  'approvals.payload_changed': 'Esta solicitud ya no es la que se pidió. No la decidas: avisa a quien cuida la plataforma.',
  'approvals.execution_failed': 'La solicitud se aprobó, pero no se pudo ejecutar. Nada cambió.',
  'approvals.already_waiting': 'Ya hay una solicitud igual esperando una decisión.',
  'approvals.never_alone': 'Esto no se ejecuta sin una segunda aprobación, ni en una emergencia.',
  'approvals.not_reviewable': 'Esta solicitud no espera una revisión.',
  'approvals.note_invalid': 'La nota debe contener por lo menos 10 caracteres.',
  'approvals.note_too_long': 'La nota puede tener hasta 2.000 caracteres.',

  'staff.same_roles': 'Esa persona ya tiene exactamente esos roles.',
  'staff.administrators_too_few': 'Deben quedar por lo menos dos superadministradores: uno solo no podría nombrar a otro.',
  'staff.already_member': 'Esa persona ya es parte del equipo.',
  'staff.already_invited': 'Esa persona ya tiene una invitación abierta. Puedes enviarla de nuevo o anularla.',
  'staff.invitation_over': 'Esta invitación ya no es válida. Pide a quien te invitó que te envíe otra.',
  'staff.invitation_ended': 'Esa invitación ya terminó. Invita a la persona de nuevo.',
  'staff.invited_too_often': 'Enviaste demasiadas invitaciones seguidas. Espera un momento e inténtalo de nuevo.',

  'reports.exports_under_way': (p) => `Ya tienes ${p.maximum} exportaciones en curso. Espera a que una termine o cancélala.`,
  'reports.export_too_large': 'El listado es demasiado grande para un solo archivo. Reduce los filtros y vuelve a intentarlo.',
  'reports.export_not_ready': 'El archivo todavía no está listo.',
  'reports.export_gone': 'Esta exportación ya no está. Pide el archivo de nuevo.',

  'regulatory.month_not_over': 'Ese mes todavía no termina.',
  'regulatory.month_unknown': 'No hay obligaciones de ese mes: es anterior al primer cliente.',
  'regulatory.file_under_way': 'Ya hay un archivo de ese mes generándose o en aprobación. Espera a que termine.',
  'regulatory.file_locked': 'En su estado actual, este archivo no admite ese paso. Vuelve a cargar la página.',
  'regulatory.file_overtaken': 'Después de generar este archivo se presentó otra versión de ese año. Genera una versión nueva.',
  'regulatory.file_problems': (p) => `Este archivo tiene ${p.count} problemas por resolver. Resuélvelos y genera otra versión.`,
  'regulatory.absence_declared': 'La ausencia de ROS de ese mes ya estaba registrada.',
  'regulatory.absence_not_needed': 'En ese mes se presentó un ROS, así que no hay ausencia que registrar.',
  'regulatory.match_informed':
    'Esa autoridad ya figura como informada de esta coincidencia. Vuelve a cargar la página para ver el radicado.',
  'regulatory.match_day_invalid': 'La fecha del informe no puede ser futura ni anterior al día en que se confirmó la coincidencia.',
  'regulatory.ros_open': 'Esta persona ya tiene un borrador de ROS abierto. Continúa con ese.',
  'regulatory.ros_changed': 'Otra persona cambió este ROS mientras lo tenías abierto. Vuelve a cargarlo antes de continuar.',
  'regulatory.ros_locked': 'En su estado actual, este ROS no admite ese cambio. Vuelve a cargar la página.',
  'regulatory.ros_incomplete': (p) =>
    `Antes de enviarlo a aprobación, escribe los hechos (${p.minimum} caracteres o más), elige el periodo y por lo menos una alerta o un movimiento.`,
  'regulatory.ros_evidence_unknown': 'Una de las alertas o de los movimientos elegidos no es de esta persona en ese periodo.',
  'regulatory.ros_unreadable': 'El contenido de este ROS ya no se puede leer: los datos de la persona fueron destruidos por vencimiento.',
  'regulatory.period_invalid': (p) =>
    `El periodo debe empezar antes de terminar, terminar a más tardar hoy y ser de ${p.maximum} días o menos.`,
  'regulatory.day_invalid': 'La fecha de presentación no puede ser futura ni anterior a la aprobación.',

  'retention.hold_lifted': 'Esta conservación legal ya fue levantada.',
  'retention.already_destroyed': 'Los documentos de esta persona ya fueron destruidos por vencimiento.',

  'alerts.already_active': 'Esa alerta ya está activa. Vuelve a cargar la página.',
  'alerts.not_active': 'Esa alerta no está activa. Vuelve a cargar la página.',
  'alerts.closed_by_two': 'Las alertas Listas y PEP no las cierra un solo oficial.',
  'alerts.never_snoozed': 'Las alertas Listas y PEP no se posponen.',
  'alerts.snooze_out_of_bounds': 'Elige un día desde mañana y hasta dentro de 30 días.',
  'alerts.snooze_used_up':
    'Mientras no aparezca nada nuevo, una alerta se pospone 30 días en total. Elige un día más cercano, o decide sobre ella.',
  'alerts.not_snoozed': 'Esa alerta ya no está pospuesta. Vuelve a cargar la página.',
  'alerts.type_required': 'Elige el tipo de la alerta.',
  'alerts.type_unknown': 'Ese tipo no es de esta alerta.',

  'compliance.not_pending': 'Alguien ya revisó este documento. Vuelve a cargar la página.',
  'compliance.own_account': 'No puedes revisar tu propia cuenta.',
  'compliance.account_blocked': 'Esta cuenta está suspendida.',
  'compliance.account_not_blocked': 'Esta cuenta no está suspendida.',
  'compliance.account_closed': 'Esta cuenta está cerrada: ya nadie entra, y no hay nada que decidir de ella.',
  'compliance.no_factors': 'Esta cuenta no tiene segundos factores.',
  'conversations.too_many': 'Enviaste muchos mensajes seguidos. Espera un momento y escribe de nuevo.',
  'conversations.restricted_matter':
    'Hay un asunto de esta persona que la ley prohíbe contarle. Lee la advertencia, confírmala y envía el mensaje de nuevo.',
  'request.tipping_off': (p) =>
    `El mensaje no puede decir «${p.word}»: la ley prohíbe contarle eso a la persona. Escríbelo de otra manera.`,
  'conversations.under_way': 'El asunto sigue abierto: la conversación se cierra sola cuando termina.',
  'conversations.unanswered':
    'La persona escribió y nadie le ha respondido. Respóndele, o marca que no necesita respuesta, antes de cerrar la conversación.',
  'conversations.written_meanwhile': 'La persona escribió otra vez. Lee lo nuevo antes de decidir que no necesita respuesta.',
  'compliance.taken': (p) => `${p.officer} revisa a esta persona hasta las ${p.until}; no se cambió nada. Inténtalo cuando termine.`,
  'compliance.out_of_office': 'Esa persona del equipo está fuera de la oficina. Si eres tú, primero registra tu regreso en Mi trabajo.',
  'compliance.absence_out_of_bounds': (p) => `Elige un día entre hoy y dentro de ${p.days} días.`,
  'compliance.work_gone': 'Ese trabajo ya no espera. Actualiza la lista.',
  'compliance.own_proposal': 'Tú lo propusiste: lo decide otra persona.',
  'compliance.nothing_waits': 'Esta persona no espera ninguna revisión.',
  'compliance.not_reviewer': 'Esa persona del equipo no puede revisar documentos. Elige otra.',
  'compliance.not_renewable':
    'Algo de lo que elegiste no está aceptado todavía, o ya se pidió actualizarlo. Actualiza la página y elige de nuevo.',
  'compliance.assigned_meanwhile': (p) =>
    p.officer
      ? `Mientras tanto el caso quedó asignado a ${p.officer}; no se cambió nada.`
      : 'Mientras tanto el caso quedó sin asignar; no se cambió nada.',
  'compliance.representatives_missing': (p) =>
    `Una empresa solo está aceptada con la tarjeta «Representantes y beneficiarios finales» completa: ${MISSING_REPRESENTATIVE[p.what ?? '']?.(p.name ?? '') ?? 'falta información'}.`,
  'views.gone': 'Esa vista ya no existe o ya no es tuya.',
  'views.name_taken': 'Ya tienes una vista con ese nombre. Elige otro.',
  'views.too_many': (p) => `Puedes guardar hasta ${p.maximum} vistas. Borra una que ya no uses.`,
  'views.filter_unknown': 'Esta lista no tiene uno de esos filtros. Vuelve a cargar la página.',
  'compliance.reason_missing': 'No puedes puedes modificar el nivel sin una razón.',
  'compliance.same_level': 'No puedes puedes modificar el nivel, porque el usuario ya se encuentra en ese nivel.',
  'compliance.check_unanswered':
    'La consulta de antecedentes no tiene una respuesta completa. Espérala o confirma que otorgas el nivel sin ella y por qué.',
  'compliance.level_not_earned': 'Primero acepta los documentos de ese nivel.',
  'screening.list_faulty': (p) => `El archivo tiene un error en la línea ${p.line}: ${p.detail}. No se cambió nada.`,
  'screening.list_shrank': (p) => {
    const facts: Readonly<Record<string, string>> = {
      names: 'nombres',
      documents: 'documentos',
      births: 'fechas de nacimiento',
      addresses: 'direcciones de criptoactivos',
      countries: 'países',
    }
    const what = facts[String(p.what)]
    const lost = what ? `${what} de la lista vigente` : 'registros que la lista tenía en el último mes'
    return `De ${p.before} ${lost} quedarían ${p.now}: parece incompleto. No se cambió nada; descárgalo otra vez.`
  },
  'screening.list_known': 'Ese archivo ya es la versión vigente de la lista. No se cambió nada.',
  'screening.file_replaced': 'El archivo ya no está: otra persona envió uno de esa lista después, o ya se cargó. Envíalo de nuevo.',
  'screening.hit_decided': 'Esta coincidencia ya no está abierta. Vuelve a cargar la página.',
  'screening.check_without_document': 'Esta persona todavía no ha enviado un documento que se pueda consultar.',
  'screening.check_issue_date': 'La fecha de expedición no puede ser anterior al nacimiento ni posterior a hoy.',
  'screening.check_without_findings': 'Esa consulta no tiene hallazgos medios ni altos por descartar. Vuelve a cargar la página.',
  'screening.check_without_failures': 'Esta consulta no tiene fuentes fallidas que se puedan reintentar. Vuelve a cargar la página.',
  'screening.checks_of_day':
    'Llegaste al máximo de consultas de antecedentes por día. Inténtalo mañana o pídele a otra persona del equipo que la lance.',

  'blacklist.value_invalid': 'Ese valor no tiene la forma de lo que elegiste. Revísalo.',
  'blacklist.too_wide':
    'Eso dejaría por fuera a muchas personas: es de un proveedor, de un operador o de una red interna. Escribe algo más preciso.',
  'blacklist.device_unknown': 'No encontramos ese dispositivo entre los de los clientes. Cópialo de Acceso al dispositivo.',
  'blacklist.known': 'Ese valor ya está en la lista negra.',
  'blacklist.expiry_past': 'Elige una fecha que no haya pasado.',
  'blacklist.file_faulty': (p) => `No se puede leer el archivo. Línea ${p.line}: ${p.detail}. No se agregó nada.`,
  'blacklist.rows_faulty': (p) => `No se agregó nada. Corrige estas líneas del archivo: ${p.lines}.`,
  'blacklist.nothing_new': 'No se agregó nada: todos los valores del archivo ya están en la lista negra.',
  'blacklist.not_in_force': 'Este registro ya no está vigente. Vuelve a cargar la página.',

  'configuration.number_out_of_bounds': (p) => `«${p.number}» debe estar entre ${p.minimum} y ${p.maximum}.`,
  'configuration.numbers_contradict': (p) => `«${p.lower}» no puede ser mayor que «${p.upper}».`,
  'configuration.code_unknown': (p) => `«${p.code}» no existe. Elige un código de la lista para «${p.list}».`,
  'configuration.code_twice': (p) => `«${p.code}» está dos veces. Déjalo en una sola lista.`,
  'configuration.date_out_of_bounds': 'Elige un día desde mañana y hasta dentro de un año.',
  'configuration.nothing_changes': 'La última versión ya dice eso. Cambia algún número o alguna lista.',
  'monitoring.backtest_running': 'Ya hay una prueba de esta regla en curso. Espera a que termine o cancélala.',
  'monitoring.number_out_of_bounds': (p) => `«${p.number}» debe estar entre ${p.minimum} y ${p.maximum}.`,
  'monitoring.numbers_contradict': (p) => `«${p.lower}» no puede ser mayor que «${p.upper}».`,
  'monitoring.date_out_of_bounds': 'Elige un día desde mañana y hasta dentro de un año.',
  'monitoring.nothing_changes': 'La última versión de la regla ya dice eso. Cambia el modo o algún número.',

  'compliance.label_unknown': 'Elige una etiqueta de la lista.',
  'compliance.review_open': 'Primero decide la revisión que está abierta.',
  'compliance.review_due': 'Elige una fecha límite desde hoy y dentro de un año.',
  'compliance.review_decided': 'Esta revisión ya no se puede cambiar. Crea otra.',
  'compliance.review_empty': 'Primero sube los documentos de esta revisión.',
  'compliance.edd_changed':
    'Alguien guardó esta debida diligencia mientras escribías. Lo que escribiste sigue aquí: cópialo, vuelve a cargar la página y compara.',
  'compliance.edd_incomplete': 'Faltan datos de la debida diligencia. Revisa los campos marcados.',
  'compliance.edd_locked': 'Esta debida diligencia ya no se puede cambiar: espera una aprobación o ya fue aprobada.',
  'compliance.edd_missing':
    'Falta una debida diligencia intensificada aprobada y vigente. Escríbela en la página de la persona y pide que la apruebe un segundo oficial.',
  'compliance.edd_older_than_alert':
    'La debida diligencia intensificada vigente es anterior a lo último que encontró la alerta PEP. Escribe una nueva en la página de la persona y pide que la apruebe un segundo oficial.',
  'compliance.edd_reference_unknown': 'Uno de los documentos o revisiones que marcaste no es de esta persona.',
  'compliance.edd_unreadable': 'Ya nadie puede leer esta debida diligencia: los documentos de la persona se destruyeron.',
  'risk.nothing_changes': 'Ya estaba así: no se cambió nada. Vuelve a cargar la página.',
  'risk.floor_holds': (p) => `El riesgo no puede ser menor mientras siga abierta su causa: ${p.cause}.`,
  'risk.until_too_soon': 'El riesgo registrado vale por más tiempo. Uno mayor no puede terminar antes: elige esa fecha o una posterior.',
  'risk.until_out_of_bounds': 'El riesgo que registra un oficial vale desde hoy y hasta por doce meses. Elige otra fecha.',
  'risk.not_medium': 'Solo se permite transar a quien tiene riesgo medio.',

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
  'payments.document_not_accepted': 'PSE solo acepta cédula de ciudadanía y NIT. Puedes depositar pesos por transferencia bancaria.',
  'payments.terms_not_accepted': 'Acepta el reglamento y la autorización de datos del medio de pago para continuar.',
  'payments.bank_link_pending': 'El banco está tardando en responder. Tu depósito quedó creado: en unos segundos podrás abrir el enlace.',
  'payments.provider_unavailable': 'El medio de pago no responde en este momento. Inténtalo de nuevo en unos minutos.',
  'payments.provider_refused': 'El medio de pago no aceptó la operación. Revisa los datos e inténtalo de nuevo.',
  'payments.webhook_signature': 'La firma del evento no es válida.',
  'payments.webhook_stale': 'El evento es demasiado antiguo.',
  'payments.transaction_not_found': 'No encontramos ese movimiento.',
  'movements.not_found': 'No encontramos ese movimiento.',
  'movements.not_complete': 'El comprobante estará listo cuando el movimiento esté completo.',
  'movements.no_certificate': 'No hay certificado de ese año: no hubo saldo ni movimientos.',
  'movements.certificate_mismatch':
    'No expedimos este certificado porque sus cifras no cuadran. Ya avisamos a nuestro equipo; inténtalo más tarde.',
  'movements.no_statement': 'No hay extracto de ese mes. Se genera cuando el mes termina y hubo saldo o movimientos.',
  'movements.document_unknown': 'Ningún documento nuestro tiene ese código. Revísalo: son 20 letras y números.',
  'payments.too_many_open_deposits': (p) =>
    `Ya tienes ${p.maximum} depósitos sin pagar. Paga uno de ellos en tu banco o espera a que venzan: los ves en «Dinero en camino», en tu billetera.`,
  'payments.too_many_withdrawals': (p) =>
    `Ya pediste ${p.maximum} retiros a bancos hoy, el máximo de un día. Puedes pedir el siguiente mañana, desde la medianoche (hora de Colombia).`,
  'payments.anomaly_changed': 'El proveedor ya no dice lo mismo de este pago. Míralo de nuevo antes de registrarlo.',
  'payments.payout_burn_booked':
    'Los tokens quemados de este pago ya están guardados sin dueño. Guarda también el pago sin dueño y asígnalo a su cliente en transacciones encontradas.',
  'payments.anomaly_not_bookable':
    'Este pago no se puede registrar: solo se registran pagos abiertos, aprobados en pesos y que no están en los libros.',
  'payments.deposit_taken_back':
    'El proveedor anuló este pago, así que no se puede acreditar. Devuélvelo, o espera a que el proveedor lo apruebe de nuevo.',
  'payments.deposit_not_taken_back': 'El proveedor no tiene anulado este depósito, o su abono ya se retiró. Vuelve a cargar la página.',
  'payments.taken_back_held':
    'Parte de ese saldo está reservada para otra operación del cliente, así que no está gastada. Espera a que termine o detenla antes de retirar el abono.',
  'payments.loss_uncovered':
    'Los pesos propios de la plataforma no cubren la pérdida. Primero hay que registrar capital; después se retira el abono.',
  'payments.deposit_not_in_review': 'Ese depósito no está en revisión. Vuelve a cargar la página.',
  'payments.transfers_off': 'En este momento no recibimos transferencias bancarias.',
  'payments.statement_not_found': 'No encontramos ese extracto. Vuelve a cargar la página.',
  'payments.statement_faulty': (p) => `No se puede leer el extracto. Línea ${p.line}: ${p.detail}. No se cambió nada.`,
  'payments.statement_known': 'Ese extracto ya está importado: no trae ningún movimiento nuevo.',
  'payments.statement_gap': (p) =>
    p.day
      ? `Lo nuevo de este extracto no va desde el último saldo importado (${p.balance} COP el ${p.day}) hasta su saldo final: falta un extracto de en medio.`
      : 'Los movimientos no van del saldo inicial al final.',
  'payments.statement_contradicts': (p) => `El movimiento de la línea ${p.line} ya se importó con otro valor. No se cambió nada.`,
  'payments.line_not_found': 'No encontramos ese movimiento del banco. Vuelve a cargar la página.',
  'payments.line_not_decidable': 'Ese movimiento ya no espera esa decisión. Vuelve a cargar la página.',
  'payments.line_customer_unknown': 'Elige un cliente con identidad verificada.',
  'payments.refund_not_found': 'Ninguna devolución por ese valor espera su pago. Vuelve a cargar la página.',
  'payments.withdrawal_not_decidable': 'Uno de esos retiros ya no espera esa decisión. Vuelve a cargar la página.',
  'payments.payout_answered': 'El proveedor ya respondió. Usa «Volver a intentar ahora».',
  'payments.payout_still_asked': 'Todavía se le pregunta al proveedor. Espera un día desde el último envío.',
  'payments.payout_word_missing': 'No hay nada registrado de lo que dice el banco.',
  'payments.payout_word_known': 'Ya se registró lo que dice el banco.',
  'payments.withdrawal_not_cancellable': 'Ese retiro ya salió hacia el banco y no se puede cancelar.',

  'pricing.pair_unknown': 'Ese par de monedas no existe.',
  'pricing.price_unavailable': 'Todavía no tenemos un precio para ese par. Inténtalo de nuevo en unos segundos.',
  'pricing.price_stale': 'No tenemos un precio confiable en este momento. Inténtalo de nuevo en unos minutos.',
  'pricing.sources_too_few': 'Muy pocas fuentes responden para confirmar el precio. Inténtalo de nuevo en unos minutos.',
  'pricing.sources_disagree': 'Las fuentes del precio no coinciden en este momento. Inténtalo de nuevo en unos minutos.',

  'crypto.address_invalid': 'Esa no es una dirección ERC20: debe empezar por 0x y seguir con 40 números y letras de la a a la f.',
  'crypto.address_checksum': 'Algún carácter de la dirección cambió: sus mayúsculas y minúsculas no cuadran. Cópiala completa otra vez.',
  'crypto.address_unusable': 'Nadie tiene la llave de esa dirección: lo que se envía a ella se pierde.',
  'crypto.address_token':
    'Esa es la dirección del contrato de una moneda: lo que se envía a ella se pierde. Pide la dirección de la billetera.',
  'crypto.address_contract': 'Esa es la dirección de un contrato que no puede devolver lo que recibe. Pide la dirección de la billetera.',
  'crypto.address_house': 'Esa dirección es de Tunjo y no de una persona: lo que se envía a ella no llega a ningún saldo.',
  'crypto.address_own_deposit': 'Esa es tu propia dirección de depósito en Tunjo. Escribe la dirección de otra billetera.',
  'crypto.address_lookalike': (p) =>
    `La dirección se parece a «${p.alias}» pero no es la misma. Así engañan quienes cambian direcciones copiadas: compárala letra por letra.`,
  'crypto.address_saved': (p) => `Ya tienes guardada esa dirección con el nombre «${p.alias}».`,
  'crypto.address_alias_taken': 'Ya tienes una dirección guardada con el mismo nombre.',
  'crypto.address_limit': (p) => `Puedes guardar ${p.maximum} direcciones. Borra una que ya no uses.`,
  'crypto.address_not_found': 'No encontramos esa dirección guardada. Guárdala primero y luego retira a ella.',
  'crypto.address_in_use': 'Esa dirección tiene un retiro en curso. Podrás borrarla cuando termine.',
  'crypto.address_on_hold': (p) => `La dirección es nueva. Por seguridad, podrás retirar a ella desde el ${p.until}.`,
  'crypto.amount_below_minimum': (p) => `El mínimo para retirar es ${p.minimum} ${p.asset}.`,
  'crypto.fee_changed': 'El costo de la red cambió. Revisa el retiro con el costo nuevo.',
  'crypto.fee_unconfirmed': (p) =>
    `El costo de la red es de ${p.fee} ${p.asset}, más del ${p.percent} % de lo que retiras. Espera a que baje, retira un valor mayor o escribe ese costo para confirmarlo.`,
  'crypto.deposit_not_found': 'No encontramos ese depósito.',
  'crypto.dispute_not_decidable': 'Ese depósito no espera esa decisión. Vuelve a cargar la página.',
  'crypto.found_not_bookable':
    'Esa transacción no se puede registrar así: ya está en los libros, su bloque puede cambiar o no corresponde a ese retiro. Vuelve a cargar la página.',
  'crypto.found_not_settleable':
    'Esa transacción no espera esa decisión: no está en la cuenta de transferencias por identificar, o ya se decidió. Vuelve a cargar la página.',
  'crypto.found_customer_unknown': 'No hay un cliente verificado con ese identificador. Cópialo de la página de la persona.',
  'crypto.found_balance_short': 'El cliente no tiene saldo disponible suficiente para lo que salió.',
  'crypto.deposit_not_in_review': 'Ese depósito ya no espera una decisión. Vuelve a cargar la página.',
  'crypto.withdrawal_not_found': 'No encontramos ese retiro.',
  'crypto.withdrawal_not_cancellable': 'Ese retiro ya salió hacia la red y no se puede cancelar.',
  'crypto.withdrawal_not_decidable': 'Esos retiros ya no esperan esa decisión. Vuelve a cargar la página.',
  'crypto.network_unpaid':
    'Los retiros por la red están en pausa mientras arreglamos el pago de la red. No apartamos tu dinero: inténtalo de nuevo en unos minutos.',
  'crypto.withdrawals_paused': 'Los retiros por la red están en pausa. Tu saldo sigue en tu cuenta: inténtalo más tarde.',
  'crypto.pause_unchanged': 'Los retiros por la red ya están así. Vuelve a cargar la página.',

  'trading.token_unknown': 'Esa moneda no está en la lista.',
  'trading.same_token': 'Elige dos monedas diferentes.',
  'trading.amount_invalid': 'Escribe un valor válido y mayor que cero.',
  'trading.amount_below_minimum': (p) => `El valor mínimo para intercambiar es ${p.minimum} ${p.asset}.`,
  'trading.slippage_out_of_range': 'La tolerancia de deslizamiento debe estar entre 0 y 5 %.',
  'trading.no_route': 'No hay liquidez suficiente para este intercambio. Prueba con un valor menor.',
  'trading.price_moved': 'El precio cambió más de lo que permites. Revisa la nueva cotización.',
  'trading.network_fee_too_high': (p) =>
    `La comisión de red (${p.fee}) sería más de la mitad de lo que recibes. Intercambia un valor mayor.`,
  'trading.price_impact_too_high': (p) =>
    `Un intercambio de este tamaño movería el precio ${p.maximum} % o más. Prueba con un valor menor.`,
  'trading.price_impact_not_accepted': (p) =>
    `Este intercambio movería el precio ${p.impact} %. Para hacerlo debes aceptar ese impacto escribiéndolo.`,
  'trading.too_many_open': (p) => `Ya tienes ${p.maximum} intercambios en curso. Espera a que termine alguno.`,
  'trading.too_many_reverts': (p) =>
    `El precio cambió en ${p.maximum} de tus intercambios de las últimas 24 horas y no se hicieron. Sube la tolerancia de deslizamiento e inténtalo más tarde.`,
  'trading.quote_expired': 'La cotización venció. Revisa la nueva cotización.',
  'trading.path_not_offered': 'Esa ruta no está disponible. Revisa la nueva cotización.',
  'trading.trade_not_found': 'No encontramos ese intercambio.',
  'trading.fees_same': 'Esas son las tarifas de la última versión: no cambia nada.',
  'trading.fees_date_out_of_bounds': 'La fecha debe ser un día por venir, dentro de un año.',
  'trading.funds_on_the_way':
    'El dinero que vas a cambiar todavía está llegando a la red de intercambio. No lo apartamos y sigue en tu saldo: inténtalo de nuevo en un minuto.',
  'trading.network_unpaid':
    'El intercambio está en pausa mientras arreglamos el pago de la red. No apartamos tu dinero: inténtalo de nuevo en unos minutos.',
  'trading.network_expensive':
    'La red está cobrando mucho más de lo normal y el intercambio espera a que baje. No apartamos tu dinero: inténtalo de nuevo en unos minutos.',
  'trading.halted': 'El intercambio está en pausa porque los precios no son confiables en este momento.',

  'blockchain.transaction_not_found': 'No encontramos esa transacción en la red.',
  'blockchain.unavailable': 'La red de intercambio no responde en este momento. Inténtalo de nuevo en unos minutos.',
}
