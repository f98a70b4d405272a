import { numberFor, pluralFor } from '../plural.ts'
import type { FirstWords } from '../words.tsx'

const plural = pluralFor('fr')
const number = numberFor('fr')

export const fr: FirstWords = {
  shell: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    closeMenu: 'Fermer le menu',
    navigation: 'Studio',
    organization: 'Organisation',
    switchOrganization: 'Changer d’organisation',
    newOrganization: 'Nouvelle organisation',
    account: 'Compte',
    signedInAs: (email) => `Connecté en tant que ${email}`,
    accountSettings: 'Paramètres du compte',
    reference: 'Référence de l’API (en anglais)',
    signOut: 'Se déconnecter',
    privateHost: {
      text: (host) =>
        `Les codes mènent à ${host}, une adresse que les téléphones d’autres réseaux ne peuvent pas atteindre. Ne les imprimez pas encore : un code imprimé ne peut plus être modifié.`,
      operator: {
        address: 'L’exploitant de ce service lui donne une adresse publique :',
        tryIt: 'Pour essayer avec un téléphone connecté au même Wi-Fi, lancez le service ainsi :',
      },
    },
    how: 'Comment ?',
    dismiss: 'Masquer cet avis',
    loading: 'Chargement',
    home: 'Accueil',
    codes: 'Codes',
    insight: 'Statistiques',
    conversations: 'Conversations',
    /** Beside “Conversations”. */
    waiting: (count) => plural(count, { one: '# visiteur attend', other: '# visiteurs attendent' }),
    questions: 'Questions',
    knowledge: 'Connaissances',
    openQuestions: (count) => plural(count, { one: '# à traiter', other: '# à traiter' }),
    brand: 'Marque',
    developers: 'Développeurs',
    webhooks: 'Webhooks',
    members: 'Membres',
    keys: 'Clés',
    plan: 'Formule',
    notifications: 'Notifications',
    settings: 'Paramètres',
  },

  errors: {
    title: 'Cela n’a pas fonctionné',
    noAnswer: 'Le service n’a pas répondu. Vérifiez votre connexion, puis réessayez.',
    bug: 'Une erreur s’est produite dans le Studio. Recharger la page suffit en général.',
    brokenTitle: 'Cette page ne fonctionne plus',
    broken:
      'Une erreur du Studio a interrompu cette page. Ce que vous avez enregistré est en sécurité. Réessayez, ou revenez à l’accueil.',
    notLoaded:
      'Une partie du Studio n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.',
    details: (message) => `Pour l’assistance : ${message}`,
    unavailable: 'Le service est indisponible pour le moment. Rien n’est perdu. Réessayez bientôt.',
    notAllowed:
      'Votre rôle dans cette organisation ne le permet pas. Adressez-vous à un propriétaire ou à un administrateur.',
    tooMany: 'Trop de demandes en peu de temps. Patientez un instant, puis réessayez.',
    retry: 'Réessayer',
    home: 'Aller à l’accueil',
    requestId: (id) => `Pour l’assistance : ${id}`,
    notFoundTitle: 'Page introuvable',
    notFound: 'L’adresse est erronée, la page a été supprimée ou vous n’y avez pas accès.',
    noAccessTitle: 'Accès refusé',
    checkFields: 'Vérifiez les champs signalés.',
    fields: {
      required: 'Remplissez ce champ.',
      too_short: 'Remplissez ce champ.',
      too_long: 'C’est trop long.',
      wrong_type: 'Vérifiez cette valeur.',
      invalid: 'Vérifiez cette valeur.',
      invalid_format: 'Le format n’est pas correct.',
      invalid_url: 'Cette adresse ne peut pas être lue. Vérifiez-la ou utilisez-en une autre.',
      unknown: 'Cela n’existe pas, ou plus.',
      unknown_value: 'Choisissez une des valeurs proposées.',
      not_allowed: 'Ce n’est pas possible ici.',
      too_small: 'C’est trop petit.',
      too_large: 'C’est trop grand.',
      too_few: 'Il n’y en a pas assez.',
      too_many: 'Il y en a trop.',
      duplicate: 'La même valeur figure deux fois.',
      has_credentials: 'Retirez de l’adresse le nom d’utilisateur et le mot de passe.',
      reserved: 'Ce mot est réservé. Choisissez-en un autre.',
      low_contrast:
        'Les appareils photo ne peuvent pas le lire : le contraste doit être d’au moins 4 pour 1. Choisissez une couleur plus foncée.',
      private_target:
        'Cette adresse appartient à un réseau privé, que le service ne doit pas appeler. Utilisez une adresse publique.',
    },
    codes: {
      cookies_off:
        'Votre navigateur refuse les cookies, et la connexion en exige un. Autorisez les cookies pour ce site, puis réessayez.',
      slug_taken: 'Cette adresse est déjà prise. Choisissez-en une autre.',
      already_member: 'Cette personne est déjà membre.',
      last_owner:
        'Une organisation doit avoir au moins un propriétaire. Nommez d’abord quelqu’un d’autre.',
      default_organization:
        'C’est l’organisation par défaut d’un compte. Elle ne peut pas être supprimée.',
      subscription_running: 'Cette organisation a encore une formule payante. Résiliez-la d’abord.',
      too_many_mails:
        'Trop d’invitations ont été envoyées à cette adresse depuis une heure. Réessayez plus tard.',
      not_taken: 'Vous n’avez plus cette conversation. Prenez-la en charge pour écrire.',
      conversation_ended: 'Cette conversation est terminée.',
      code_archived: 'Ce code est archivé. Réactivez-le pour répondre à ses visiteurs.',
    },
    limits: {
      codes: (maximum) =>
        plural(maximum, {
          one: 'Votre formule comprend # code actif, et vous l’utilisez déjà.',
          other: 'Votre formule comprend # codes actifs, et vous les utilisez tous.',
        }),
      members: (maximum) =>
        plural(maximum, {
          one: 'Votre formule comprend # membre, invitations en cours incluses.',
          other: 'Votre formule comprend # membres, invitations en cours incluses.',
        }),
      organizations: (maximum) =>
        plural(maximum, {
          one: 'Votre formule comprend # organisation.',
          other: 'Votre formule comprend # organisations.',
        }),
    },
    limitReached: 'Vous avez atteint une limite de votre formule.',
    largerPlan: (plan) => `La formule ${plan} en comprend davantage.`,
    noLargerPlan: 'Aucune formule n’en comprend davantage.',
  },

  ui: {
    on: 'Activé',
    off: 'Désactivé',
    cancel: 'Annuler',
    close: 'Fermer',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    delete: 'Supprimer',
    undo: 'Annuler',
    dismiss: 'Masquer',
    copy: 'Copier',
    copied: 'Copié',
    optional: 'facultatif',
    typeToConfirm: (name) => `Saisissez ${name} pour confirmer`,
    leaveTitle: 'Quitter sans enregistrer ?',
    leaveText: 'Vos modifications sur cette page ne sont pas encore enregistrées.',
    leave: 'Quitter',
    stay: 'Rester',
    secretOnce: 'Copiez-le maintenant. Il ne sera plus affiché.',
    secretStored: 'Je l’ai conservé',
    previous: 'Précédent',
    next: 'Suivant',
    pages: 'Pages',
    range: (from, to, total) => `${from} à ${to} sur ${total}`,
    rows: (count) => plural(count, { one: '# entrée', other: '# entrées' }),
    selectAll: 'Tout sélectionner',
    selectRow: (name) => `Sélectionner ${name}`,
    selected: (count) => plural(count, { one: '# sélectionné', other: '# sélectionnés' }),
    loadingMore: 'Chargement de la suite',
    actions: 'Actions',
    showTable: 'Afficher en tableau',
    showChart: 'Afficher en graphique',
    noData: 'Aucune donnée pour cette période',
    graces: {
      now: 'Maintenant',
      hour: 'Dans une heure',
      day: 'Dans un jour',
      week: 'Dans une semaine',
    },
    never: 'jamais',
    export: 'Exporter',
    exportTable: 'CSV (tableur)',
    exportLines: 'JSON Lines (programmes)',
  },

  roles: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    editor: 'Éditeur',
    viewer: 'Lecteur',
  },

  codeList: {
    search: 'Rechercher par nom',
    status: 'État',
    statuses: { active: 'Actif', archived: 'Archivé' },
    sort: 'Trier par',
    sorts: {
      newest: 'Les plus récents',
      oldest: 'Les plus anciens',
      changed: 'Dernière modification',
      name: 'Nom',
      scans: 'Les plus scannés',
    },
    columns: { name: 'Nom', address: 'Adresse', scans: 'Scans', created: 'Créé' },
    scans: (count) => plural(count, { one: '# scan', other: '# scans' }),
    more: 'Plus',
    open: 'Ouvrir',
    archive: 'Archiver',
    unarchive: 'Réactiver',
    copyAddress: 'Copier l’adresse',
    addressCopied: 'Adresse copiée.',
    downloadAs: (format) => `Télécharger en ${format}`,
    actionsOf: (name) => `Actions pour ${name}`,
    printSheet: 'Planche à imprimer',
    printSheetOf: (count) =>
      plural(count, { one: 'Planche avec # code', other: 'Planche avec les # codes' }),
    selection: 'Sélection',
    selectAll: (total) =>
      plural(total, { one: 'Sélectionner # code', other: 'Sélectionner les #' }),
    clearSelection: 'Effacer la sélection',
    progress: (done, total) => `${number(done)} sur ${number(total)}`,
    archived: (count) => plural(count, { one: '# code archivé.', other: '# codes archivés.' }),
    unarchived: (count) =>
      plural(count, {
        one: '# code est de nouveau actif.',
        other: '# codes sont de nouveau actifs.',
      }),
    deleteTitle: (name) => `Supprimer ${name} ?`,
    deleteText:
      'Ses scans et ses conversations seront supprimés aussi, et les codes imprimés cesseront définitivement de fonctionner. Archivez-le plutôt si vous pouvez encore en avoir besoin.',
    deleted: (name) => `${name} supprimé.`,
    noCode: 'Aucun code pour l’instant',
    noCodeText: 'Créez en trois étapes un code à imprimer, à qui l’on peut parler.',
    noCodeForReader: 'Les codes apparaîtront ici dès qu’un éditeur en aura créé un.',
    firstCode: 'Créer le premier code',
    nothingFound: 'Aucun résultat',
    nothingFoundText: {
      active: (q) => `Aucun code actif n’a « ${q} » dans son nom.`,
      archived: (q) => `Aucun code archivé n’a « ${q} » dans son nom.`,
    },
    clearSearch: 'Effacer la recherche',
    noActive: 'Aucun code actif',
    noActiveText:
      'Tous les codes sont archivés. Leurs pages restent fermées jusqu’à ce que vous les réactiviez.',
    showArchived: 'Afficher les codes archivés',
    noArchived: 'Aucun code archivé',
    noArchivedText: 'Archiver un code ferme sa page et conserve ses scans et ses conversations.',
  },

  codes: {
    title: 'Codes',
    newTitle: 'Nouveau code',
    importTitle: 'Importer des codes',
    tabs: { talk: 'Dialogue', print: 'Impression', insight: 'Statistiques' },
    count: (count) => plural(count, { one: '# code', other: '# codes' }),
  },

  tags: {
    label: 'Étiquettes',
    hint: 'Pour retrouver et modifier des codes ensemble. 20 au maximum. Les visiteurs ne les voient jamais.',
    any: 'Toutes les étiquettes',
    choose: 'Choisir une étiquette',
    chosen: 'Étiquettes choisies',
    placeholder: 'Ajouter une étiquette',
    full: '20 étiquettes, le maximum',
    remove: (tag) => `Retirer l’étiquette ${tag}`,
    withCount: (tag, count) => `${tag} (${number(count)})`,
    nothingFound: 'Aucun code n’a ces étiquettes.',
  },

  bulk: {
    open: 'Modifier',
    title: (count) => plural(count, { one: 'Modifier # code', other: 'Modifier # codes' }),
    text: 'Les champs vides ne changent rien.',
    addTags: 'Ajouter des étiquettes',
    removeTags: 'Retirer des étiquettes',
    keep: 'Ne pas modifier',
    defaultStyle: 'Style par défaut',
    newStyle: 'Nouveau style',
    apply: 'Appliquer',
    changed: (count) => plural(count, { one: '# code modifié.', other: '# codes modifiés.' }),
    applyBrand: 'Utiliser la marque',
    applyBrandTitle: (count) =>
      plural(count, {
        one: 'Utiliser la marque pour un code ?',
        other: 'Utiliser la marque pour # codes ?',
      }),
    applyBrandText:
      'Retire le style et le logo de ces codes, pour qu’ils aient la couleur et le logo de la marque. Cette action est irréversible. Les exemplaires imprimés continuent de fonctionner.',
    brandApplied: (count) =>
      plural(count, {
        one: 'Un code utilise maintenant la marque.',
        other: '# codes utilisent maintenant la marque.',
      }),
  },
}
