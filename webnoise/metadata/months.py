"""The names of the months, full, inflected and short, in the languages news pages come in."""

from __future__ import annotations

__all__ = ["MONTHS", "months_of"]

# One string per language: twelve groups, the spellings of one month parted by spaces.
_NAMES: dict[str, str] = {
    "en": "january jan/february feb/march mar/april apr/may/june jun/july jul/august aug/"
    "september sept sep/october oct/november nov/december dec",
    "de": "januar jänner jan jän/februar feber feb/märz mär maerz mrz/april apr/mai/juni jun/juli jul/"
    "august aug/september sept sep/oktober okt/november nov/dezember dez",
    "fr": "janvier janv jan/février fevrier févr fév fev/mars/avril avr/mai/juin/juillet juil juill/"
    "août aout/"
    "septembre sept/octobre oct/novembre nov/décembre decembre déc dec",
    "es": "enero ene/febrero feb/marzo mar/abril abr/mayo may/junio jun/julio jul/agosto ago/"
    "septiembre setiembre sept sep set/octubre oct/noviembre nov/diciembre dic",
    "pt": "janeiro jan/fevereiro fev/março marco mar/abril abr/maio mai/junho jun/julho jul/agosto ago/"
    "setembro set/outubro out/novembro nov/dezembro dez",
    "it": "gennaio gen genn/febbraio feb febbr/marzo mar/aprile apr/maggio mag magg/giugno giu/luglio lug/"
    "agosto ago/settembre set sett/ottobre ott/novembre nov/dicembre dic",
    "nl": "januari jan/februari feb/maart mrt/april apr/mei/juni jun/juli jul/augustus aug/"
    "september sept sep/"
    "oktober okt/november nov/december dec",
    "sv": "januari jan/februari feb/mars mar/april apr/maj/juni jun/juli jul/augusti aug/september sept sep/"
    "oktober okt/november nov/december dec",
    "da": "januar jan/februar feb/marts mar/april apr/maj/juni jun/juli jul/august aug/september sept sep/"
    "oktober okt/november nov/december dec",
    "no": "januar jan/februar feb/mars mar/april apr/mai/juni jun/juli jul/august aug/september sept sep/"
    "oktober okt/november nov/desember des",
    "is": "janúar jan/febrúar feb/mars mar/apríl apr/maí/júní jún/júlí júl/ágúst ágú/september sep sept/"
    "október okt/nóvember nóv/desember des",
    "fi": "tammikuuta tammikuu tammi/helmikuuta helmikuu helmi/maaliskuuta maaliskuu maalis/"
    "huhtikuuta huhtikuu huhti/toukokuuta toukokuu touko/kesäkuuta kesäkuu kesä/heinäkuuta heinäkuu heinä/"
    "elokuuta elokuu elo/syyskuuta syyskuu syys/lokakuuta lokakuu loka/marraskuuta marraskuu marras/"
    "joulukuuta joulukuu joulu",
    "et": "jaanuar jaan/veebruar veebr/märts/aprill apr/mai/juuni/juuli/august aug/september sept/"
    "oktoober okt/"
    "november nov/detsember dets",
    "lv": "janvāris janvārī janv/februāris februārī febr/marts martā/aprīlis aprīlī apr/maijs maijā/"
    "jūnijs jūnijā jūn/jūlijs jūlijā jūl/augusts augustā aug/septembris septembrī sept/"
    "oktobris oktobrī okt/novembris novembrī nov/decembris decembrī dec",
    "lt": "sausio sausis/vasario vasaris/kovo kovas/balandžio balandis/gegužės gegužė/birželio birželis/"
    "liepos liepa/rugpjūčio rugpjūtis/rugsėjo rugsėjis/spalio spalis/lapkričio lapkritis/gruodžio gruodis",
    "pl": "stycznia styczeń sty/lutego luty lut/marca marzec mar/kwietnia kwiecień kwi/maja maj/"
    "czerwca czerwiec cze/lipca lipiec lip/sierpnia sierpień sie/września wrzesień wrz/"
    "października październik paź/listopada listopad lis/grudnia grudzień gru",
    "cs": "ledna leden led/února únor úno/března březen bře/dubna duben dub/května květen kvě/"
    "června červen čvn/července červenec čvc/srpna srpen srp/září zář/října říjen říj/listopadu listopad lis/"
    "prosince prosinec pro",
    "sk": "januára január jan/februára február feb/marca marec mar/apríla apríl apr/mája máj/júna jún/"
    "júla júl/augusta august aug/septembra september sep/októbra október okt/novembra november nov/"
    "decembra december dec",
    "hu": "január jan/február febr feb/március márc/április ápr/május máj/június jún/július júl/"
    "augusztus aug/szeptember szept/október okt/november nov/december dec",
    "ro": "ianuarie ian/februarie feb/martie mar/aprilie apr/mai/iunie iun/iulie iul/august aug/"
    "septembrie sept sep/octombrie oct/noiembrie noi nov/decembrie dec",
    "hr": "siječnja siječanj sij/veljače veljača velj/ožujka ožujak ožu/travnja travanj tra/"
    "svibnja svibanj svi/"
    "lipnja lipanj lip/srpnja srpanj srp/kolovoza kolovoz kol/rujna rujan ruj/listopada listopad lis/"
    "studenoga studenog studeni stu/prosinca prosinac pro",
    "sr": "januar januara jan јануар јануара јан/februar februara feb фебруар фебруара феб/"
    "mart marta mar март марта мар/april aprila apr април априла апр/maj maja мај маја/"
    "jun juna jun јун јуна/jul jula јул јула/avgust avgusta avg август августа авг/"
    "septembar septembra sep септембар септембра сеп/oktobar oktobra okt октобар октобра окт/"
    "novembar novembra nov новембар новембра нов/decembar decembra dec децембар децембра дец",
    "sl": "januarja januar jan/februarja februar feb/marca marec mar/aprila april apr/maja maj/"
    "junija junij jun/"
    "julija julij jul/avgusta avgust avg/septembra september sep/oktobra oktober okt/novembra november nov/"
    "decembra december dec",
    "tr": "ocak oca/şubat şub/mart mar/nisan nis/mayıs may/haziran haz/temmuz tem/ağustos ağu/eylül eyl/"
    "ekim eki/kasım kas/aralık ara",
    "ru": "января январь янв/февраля февраль фев февр/марта март мар/апреля апрель апр/мая май/"
    "июня июнь июн/июля июль июл/августа август авг/сентября сентябрь сен сент/октября октябрь окт/"
    "ноября ноябрь ноя нояб/декабря декабрь дек",
    "uk": "січня січень січ/лютого лютий лют/березня березень бер/квітня квітень кві/травня травень тра/"
    "червня червень чер/липня липень лип/серпня серпень сер/вересня вересень вер/жовтня жовтень жов/"
    "листопада листопад лис/грудня грудень гру",
    "bg": "януари ян/февруари фев/март мар/април апр/май/юни/юли/август авг/септември сеп/октомври окт/"
    "ноември ное/декември дек",
    "el": "ιανουαρίου ιανουάριος ιαν/φεβρουαρίου φεβρουάριος φεβ/μαρτίου μάρτιος μαρ/απριλίου απρίλιος απρ/"
    "μαΐου μάιος μαϊ μαι/ιουνίου ιούνιος ιουν/ιουλίου ιούλιος ιουλ/αυγούστου αύγουστος αυγ/"
    "σεπτεμβρίου σεπτέμβριος σεπ σεπτ/οκτωβρίου οκτώβριος οκτ/νοεμβρίου νοέμβριος νοε/"
    "δεκεμβρίου δεκέμβριος δεκ",
    "id": "januari jan/februari feb/maret mar/april apr/mei/juni jun/juli jul/agustus agu agt/september sep/"
    "oktober okt/november nov/desember des",
    "ms": "januari jan/februari feb/mac/april apr/mei/jun/julai jul/ogos ogo/september sep/oktober okt/"
    "november nov/disember dis",
    "sw": "januari jan/februari feb/machi/aprili apr/mei/juni jun/julai jul/agosti ago/septemba sep/"
    "oktoba okt/"
    "novemba nov/desemba des",
    "ca": "gener gen/febrer febr/març/abril abr/maig/juny/juliol jul/agost ag/setembre set/octubre oct/"
    "novembre nov/desembre des",
    "ar": "يناير كانون‌الثاني/فبراير شباط فيفري/مارس آذار/أبريل إبريل ابريل نيسان أفريل/مايو أيار ماي/"
    "يونيو حزيران جوان/يوليو تموز جويلية/أغسطس اغسطس آب أوت/سبتمبر أيلول/أكتوبر اكتوبر/نوفمبر/ديسمبر",
    "he": "ינואר בינואר/פברואר בפברואר/מרץ במרץ מרס/אפריל באפריל/מאי במאי/יוני ביוני/יולי ביולי/"
    "אוגוסט באוגוסט/ספטמבר בספטמבר/אוקטובר באוקטובר/נובמבר בנובמבר/דצמבר בדצמבר",
    "hi": "जनवरी/फरवरी फ़रवरी/मार्च/अप्रैल/मई/जून/जुलाई/अगस्त/सितंबर सितम्बर/अक्टूबर अक्तूबर/नवंबर नवम्बर/दिसंबर दिसम्बर",
    "bn": "জানুয়ারি জানুয়ারি/ফেব্রুয়ারি ফেব্রুয়ারি/মার্চ/এপ্রিল/মে/জুন/জুলাই/আগস্ট/সেপ্টেম্বর/অক্টোবর/নভেম্বর/ডিসেম্বর",
    "ta": "ஜனவரி/பிப்ரவரி/மார்ச்/ஏப்ரல்/மே/ஜூன்/ஜூலை/ஆகஸ்ட்/செப்டம்பர்/அக்டோபர்/நவம்பர்/டிசம்பர்",
    "th": "มกราคม/กุมภาพันธ์/มีนาคม/เมษายน/พฤษภาคม/มิถุนายน/กรกฎาคม/สิงหาคม/กันยายน/ตุลาคม/พฤศจิกายน/ธันวาคม",
}
_ALIASES = {"nb": "no", "nn": "no", "in": "id", "bs": "hr", "iw": "he"}


def _table(names: str) -> dict[str, int]:
    return {name: number for number, group in enumerate(names.split("/"), start=1) for name in group.split()}


_BY_LANGUAGE = {language: _table(names) for language, names in _NAMES.items()}

# Where two languages disagree (Croatian and Polish "listopada"), the first one of the table wins here;
# a page that names its language is read with its own table first.
MONTHS: dict[str, int] = {}
for _months in _BY_LANGUAGE.values():
    for _name, _number in _months.items():
        MONTHS.setdefault(_name, _number)


def months_of(language: str | None) -> dict[str, int]:
    """The month names of one language; none when the table lacks it (`MONTHS` has all)."""
    if not language:
        return {}
    return _BY_LANGUAGE.get(_ALIASES.get(language, language), {})
