import { numberFor, pluralFor } from '../plural.ts'
import type { FirstWords } from '../words.tsx'

const plural = pluralFor('es')
const number = numberFor('es')

export const es: FirstWords = {
  shell: {
    skip: 'Ir al contenido',
    menu: 'Menú',
    closeMenu: 'Cerrar el menú',
    navigation: 'Studio',
    organization: 'Organización',
    switchOrganization: 'Cambiar de organización',
    newOrganization: 'Nueva organización',
    account: 'Cuenta',
    signedInAs: (email) => `Sesión iniciada como ${email}`,
    accountSettings: 'Ajustes de la cuenta',
    reference: 'Referencia de la API (en inglés)',
    signOut: 'Cerrar sesión',
    privateHost: {
      text: (host) =>
        `Los códigos llevan a ${host}, una dirección a la que no llegan los teléfonos de otras redes. No los imprima todavía: un código impreso ya no se puede cambiar.`,
      operator: {
        address: 'El operador de este servicio le da una dirección pública:',
        tryIt: 'Para probar con un teléfono conectado al mismo wifi, inicie el servicio así:',
      },
    },
    how: '¿Cómo?',
    dismiss: 'Ocultar este aviso',
    loading: 'Cargando',
    home: 'Inicio',
    codes: 'Códigos',
    insight: 'Estadísticas',
    conversations: 'Conversaciones',
    /** Beside “Conversations”. */
    waiting: (count) => plural(count, { one: '# visitante espera', other: '# visitantes esperan' }),
    questions: 'Preguntas',
    knowledge: 'Conocimiento',
    openQuestions: (count) => plural(count, { one: '# pendiente', other: '# pendientes' }),
    brand: 'Marca',
    developers: 'Desarrolladores',
    webhooks: 'Webhooks',
    members: 'Miembros',
    keys: 'Claves',
    plan: 'Plan',
    notifications: 'Notificaciones',
    settings: 'Ajustes',
  },

  errors: {
    title: 'No ha funcionado',
    noAnswer: 'El servicio no ha respondido. Compruebe su conexión e inténtelo de nuevo.',
    bug: 'Se ha producido un error en el Studio. Suele bastar con recargar la página.',
    brokenTitle: 'Esta página ha dejado de funcionar',
    broken:
      'Un error del Studio ha detenido esta página. Lo que ha guardado está a salvo. Inténtelo de nuevo o vuelva al inicio.',
    notLoaded:
      'No se ha podido cargar una parte del Studio. Compruebe su conexión e inténtelo de nuevo.',
    details: (message) => `Para el soporte: ${message}`,
    unavailable:
      'El servicio no está disponible en este momento. No se ha perdido nada. Inténtelo de nuevo en breve.',
    notAllowed:
      'Su función en esta organización no lo permite. Pregunte a un propietario o a un administrador.',
    tooMany: 'Demasiadas solicitudes en poco tiempo. Espere un momento e inténtelo de nuevo.',
    retry: 'Intentar de nuevo',
    home: 'Ir al inicio',
    requestId: (id) => `Para el soporte: ${id}`,
    notFoundTitle: 'Página no encontrada',
    notFound: 'La dirección es incorrecta, la página se ha eliminado o usted no tiene acceso.',
    noAccessTitle: 'Sin acceso',
    checkFields: 'Revise los campos marcados.',
    fields: {
      required: 'Rellene este campo.',
      too_short: 'Rellene este campo.',
      too_long: 'Es demasiado largo.',
      wrong_type: 'Compruebe este valor.',
      invalid: 'Compruebe este valor.',
      invalid_format: 'El formato no es correcto.',
      invalid_url: 'Esta dirección no se puede leer. Compruébela o use otra.',
      unknown: 'No existe, o ya no existe.',
      unknown_value: 'Elija uno de los valores ofrecidos.',
      not_allowed: 'Aquí no es posible.',
      too_small: 'Es demasiado pequeño.',
      too_large: 'Es demasiado grande.',
      too_few: 'Son demasiado pocos.',
      too_many: 'Son demasiados.',
      duplicate: 'El mismo valor aparece dos veces.',
      has_credentials: 'Quite de la dirección el nombre de usuario y la contraseña.',
      reserved: 'Esta palabra está reservada. Elija otra.',
      low_contrast:
        'Las cámaras no pueden leerlo: el contraste debe ser al menos de 4 a 1. Elija un color más oscuro.',
      private_target:
        'Esta dirección está en una red privada, a la que el servicio no debe llamar. Use una dirección pública.',
    },
    codes: {
      cookies_off:
        'Su navegador rechaza las cookies, y para iniciar sesión hace falta una. Permita las cookies de este sitio e inténtelo de nuevo.',
      slug_taken: 'Esta dirección ya está ocupada. Elija otra.',
      already_member: 'Esta persona ya es miembro.',
      last_owner:
        'Una organización necesita al menos un propietario. Nombre primero a otra persona.',
      default_organization:
        'Es la organización predeterminada de una cuenta. No se puede eliminar.',
      subscription_running: 'Esta organización aún tiene un plan de pago. Cancélelo primero.',
      too_many_mails:
        'Se han enviado demasiadas invitaciones a esta dirección en la última hora. Inténtelo más tarde.',
      not_taken: 'Ya no tiene esta conversación. Atiéndala para escribir.',
      conversation_ended: 'Esta conversación ha terminado.',
      code_archived: 'Este código está archivado. Reactívelo para responder a sus visitantes.',
    },
    limits: {
      codes: (maximum) =>
        plural(maximum, {
          one: 'Su plan incluye # código activo, y ya lo está usando.',
          other: 'Su plan incluye # códigos activos, y ya los está usando todos.',
        }),
      members: (maximum) =>
        plural(maximum, {
          one: 'Su plan incluye # miembro, contando las invitaciones pendientes.',
          other: 'Su plan incluye # miembros, contando las invitaciones pendientes.',
        }),
      organizations: (maximum) =>
        plural(maximum, {
          one: 'Su plan incluye # organización.',
          other: 'Su plan incluye # organizaciones.',
        }),
    },
    limitReached: 'Ha alcanzado un límite de su plan.',
    largerPlan: (plan) => `El plan ${plan} incluye más.`,
    noLargerPlan: 'Ningún plan incluye más.',
  },

  ui: {
    on: 'Activado',
    off: 'Desactivado',
    cancel: 'Cancelar',
    close: 'Cerrar',
    save: 'Guardar',
    saved: 'Guardado.',
    delete: 'Eliminar',
    undo: 'Deshacer',
    dismiss: 'Ocultar',
    copy: 'Copiar',
    copied: 'Copiado',
    optional: 'opcional',
    typeToConfirm: (name) => `Escriba ${name} para confirmar`,
    leaveTitle: '¿Salir sin guardar?',
    leaveText: 'Los cambios de esta página aún no se han guardado.',
    leave: 'Salir',
    stay: 'Quedarse',
    secretOnce: 'Cópielo ahora. No se volverá a mostrar.',
    secretStored: 'Lo he guardado',
    previous: 'Anterior',
    next: 'Siguiente',
    pages: 'Páginas',
    range: (from, to, total) => `${from} a ${to} de ${total}`,
    rows: (count) => plural(count, { one: '# entrada', other: '# entradas' }),
    selectAll: 'Seleccionar todo',
    selectRow: (name) => `Seleccionar ${name}`,
    selected: (count) => plural(count, { one: '# seleccionado', other: '# seleccionados' }),
    loadingMore: 'Cargando más',
    actions: 'Acciones',
    showTable: 'Mostrar como tabla',
    showChart: 'Mostrar como gráfico',
    noData: 'No hay datos de este periodo',
    graces: {
      now: 'Ahora',
      hour: 'Dentro de una hora',
      day: 'Dentro de un día',
      week: 'Dentro de una semana',
    },
    never: 'nunca',
    export: 'Exportar',
    exportTable: 'CSV (hoja de cálculo)',
    exportLines: 'JSON Lines (programas)',
  },

  roles: {
    owner: 'Propietario',
    admin: 'Administrador',
    editor: 'Editor',
    viewer: 'Lector',
  },

  codeList: {
    search: 'Buscar por nombre',
    status: 'Estado',
    statuses: { active: 'Activo', archived: 'Archivado' },
    sort: 'Ordenar por',
    sorts: {
      newest: 'Más recientes',
      oldest: 'Más antiguos',
      changed: 'Último cambio',
      name: 'Nombre',
      scans: 'Más escaneados',
    },
    columns: { name: 'Nombre', address: 'Dirección', scans: 'Escaneos', created: 'Creado' },
    scans: (count) => plural(count, { one: '# escaneo', other: '# escaneos' }),
    more: 'Más',
    open: 'Abrir',
    archive: 'Archivar',
    unarchive: 'Reactivar',
    copyAddress: 'Copiar la dirección',
    addressCopied: 'Dirección copiada.',
    downloadAs: (format) => `Descargar en ${format}`,
    actionsOf: (name) => `Acciones para ${name}`,
    printSheet: 'Hoja para imprimir',
    printSheetOf: (count) =>
      plural(count, { one: 'Hoja con # código', other: 'Hoja con los # códigos' }),
    selection: 'Selección',
    selectAll: (total) =>
      plural(total, { one: 'Seleccionar # código', other: 'Seleccionar los #' }),
    clearSelection: 'Quitar la selección',
    progress: (done, total) => `${number(done)} de ${number(total)}`,
    archived: (count) =>
      plural(count, { one: '# código archivado.', other: '# códigos archivados.' }),
    unarchived: (count) =>
      plural(count, {
        one: '# código vuelve a estar activo.',
        other: '# códigos vuelven a estar activos.',
      }),
    deleteTitle: (name) => `¿Eliminar ${name}?`,
    deleteText:
      'También se eliminan sus escaneos y conversaciones, y los códigos impresos dejan de funcionar para siempre. Archívelo si puede volver a necesitarlo.',
    deleted: (name) => `${name} se ha eliminado.`,
    noCode: 'Todavía no hay códigos',
    noCodeText: 'Cree en tres pasos un código que se imprime y con el que se puede hablar.',
    noCodeForReader: 'Los códigos aparecerán aquí en cuanto un editor cree uno.',
    firstCode: 'Crear el primer código',
    nothingFound: 'Sin resultados',
    nothingFoundText: {
      active: (q) => `Ningún código activo tiene «${q}» en el nombre.`,
      archived: (q) => `Ningún código archivado tiene «${q}» en el nombre.`,
    },
    clearSearch: 'Borrar la búsqueda',
    noActive: 'No hay códigos activos',
    noActiveText:
      'Todos los códigos están archivados. Sus páginas siguen cerradas hasta que los reactive.',
    showArchived: 'Mostrar los códigos archivados',
    noArchived: 'No hay códigos archivados',
    noArchivedText:
      'Al archivar un código se cierra su página y se conservan sus escaneos y conversaciones.',
  },

  codes: {
    title: 'Códigos',
    newTitle: 'Nuevo código',
    importTitle: 'Importar códigos',
    tabs: { talk: 'Diálogo', print: 'Impresión', insight: 'Estadísticas' },
    count: (count) => plural(count, { one: '# código', other: '# códigos' }),
  },

  tags: {
    label: 'Etiquetas',
    hint: 'Para encontrar y cambiar códigos juntos. Hasta 20. Los visitantes nunca las ven.',
    any: 'Cualquier etiqueta',
    choose: 'Elegir una etiqueta',
    chosen: 'Etiquetas elegidas',
    placeholder: 'Añadir una etiqueta',
    full: '20 etiquetas, el máximo',
    remove: (tag) => `Quitar la etiqueta ${tag}`,
    withCount: (tag, count) => `${tag} (${number(count)})`,
    nothingFound: 'Ningún código tiene estas etiquetas.',
  },

  bulk: {
    open: 'Cambiar',
    title: (count) => plural(count, { one: 'Cambiar # código', other: 'Cambiar # códigos' }),
    text: 'Los campos vacíos no cambian nada.',
    addTags: 'Añadir etiquetas',
    removeTags: 'Quitar etiquetas',
    keep: 'No cambiar',
    defaultStyle: 'Estilo predeterminado',
    newStyle: 'Nuevo estilo',
    apply: 'Aplicar',
    changed: (count) => plural(count, { one: '# código cambiado.', other: '# códigos cambiados.' }),
    applyBrand: 'Usar la marca',
    applyBrandTitle: (count) =>
      plural(count, {
        one: '¿Usar la marca en un código?',
        other: '¿Usar la marca en # códigos?',
      }),
    applyBrandText:
      'Quita el estilo y el logotipo de estos códigos, para que tengan el color y el logotipo de la marca. No se puede deshacer. Las copias impresas siguen funcionando.',
    brandApplied: (count) =>
      plural(count, {
        one: 'Un código usa ahora la marca.',
        other: '# códigos usan ahora la marca.',
      }),
  },
}
