"""Common given names: what tells "Anna Berger" from "Aktuelle Meldung", which has the same shape."""

from __future__ import annotations

__all__ = ["has_given_name", "may_have_given_name"]

# Names that are borne widely in Europe, the Americas and South Asia, as pages write them; no list of all.
_NAMES = frozenset(
    """
aaron abby abdul abdullah abigail ada adam adeline adrian adriana adrien agata agatha agnes agnieszka
ahmad ahmed aidan aisha ajay akash alain alan albert alberto aldo alejandra alejandro aleksandar
aleksandra alena alessandra alessandro alessio alex alexa alexander alexandra alexandre alexei alexis
alfred alfredo ali alice alicia alina alison alistair allan allison alma alvaro amanda amar amber amelia
amelie amir amit amy amélie ana anastasia anders andrea andreas andreea andrei andrej andrew andrey andré
andrés andy angela angelika angelina angelo angie anika anil anita anja anke ann anna annalena anne
anneliese annemarie annette annie annika anthony antje antoine anton antonia antonio antony antónio anu
anya ariana ariel arjun arlene armin arnaud arne arno arthur artur arun ashley asser astrid audrey
aurélie austin axel ayesha barbara barry bart bastian beate beatrice beatriz becky belinda ben bence
benedikt bengt benjamin benoît bernard bernd bernhard bert beth bettina betty bill birgit björn bob
bogdan boris brad bradley brandon brenda brendan brett brian bridget brigitte britta brooke bruce bruno
bryan caitlin camila camille cara carina carl carla carlo carlos carmen carol carola carole carolin
carolina caroline carolyn carsten casey cassidy catherine cathy cecilia celia chad chandra chantal
charles charlie charlotte chelsea cheryl chloe chloé chris christa christian christiane christina
christine christof christoph christophe christopher cindy claire clara clare claude claudia claudio
clemens cody colin connor conor constantin cordula corinna cornelia courtney craig cristian cristina
curtis cynthia cyril cécile céline dagmar daisy damian damien dan dana daniel daniela daniele danielle
danny daria dario darren dave david davide dean debbie deborah debra deepak delphine denis denise dennis
derek desiree detlef devin diana diane diego dieter dietmar dimitri dirk dmitry dominic dominik dominique
don donald donna doris dorota dorothea dorothee doug douglas duncan dustin dylan earl eddie edgar edith
eduardo edward edwin eileen elaine eleanor elena eli elias elisa elisabeth elise elizabeth elke ella
ellen ellie elliot elliott elsa emanuel emil emilia emilie emily emma emmanuel enrico enrique eric erica
erich erik erika erin ernst erwin esther ethan eugen eugene eva evan eve evelyn ewa fabian fabio fatima
federico felicia felicity felipe felix ferdinand fernanda fernando finn fiona florence florian frances
francesca francesco francis francisco franck francois frank franz françois fred frederic frederik fredrik
friedrich fritz gabriel gabriela gabriele gareth garrett gary gavin gayle geert gemma genevieve geoff
geoffrey georg george gerald gerard gerd gerhard gerry gilles gina giorgio giovanni giulia giuseppe glen
glenn gordon graham greg gregor gregory greta guido guillaume guillermo gustav günter günther hanna
hannah hannes hans harald harold harriet harry hartmut hassan hayley heather hector heide heidi heike
heiko heiner heinrich heinz helen helena helene helga helmut hendrik henning henri henrik henry herbert
herman hermann hilary holger holly horst howard hubert hugh hugo ian ibrahim igor ilona ilse imran ina
ines inga inge ingo ingrid irene irina iris isaac isabel isabell isabella isabelle ivan ivana iwona jack
jackie jacob jacqueline jacques jaime jake jakob jakub james jamie jan jana jane janet janice janina
jared jaroslav jasmin jasmine jason javier jay jean jeff jeffrey jelena jenna jennifer jenny jens jeremy
jerome jerry jess jesse jessica jill jim jimmy jo joachim joan joanna joanne jochen jodie joe joel joerg
johan johanna johannes john johnny jon jonas jonathan jordan jorge jose josef joseph josephine josh
joshua josé joyce joão juan juana juanita judith judy jules julia julian juliane julie julien juliet
juliette julius justin justine jérôme jörg jörn jürgen kai kaitlin karen karin karina karl karla karsten
katarzyna kate katharina katherine kathleen kathrin kathryn kathy katie katja katrin kay keith kelly ken
kenneth kenny kerry kerstin kevin kieran kiersten kim kimberly kirsten kirsty klara klaus konrad
konstantin krista kristen kristian kristin kristina kristine krystyna krzysztof kurt kyle lara larissa
larry lars laura lauren laurence laurent lea leah lee leila lena leo leon leonard leonie leonora leslie
leticia levi lewis liam lidia lilian lilly lily linda lindsay lindsey lisa lisbeth liz logan lorenzo lori
lorraine lothar louis louisa louise luca lucas lucia lucie lucy ludwig luigi luis luisa luiz lukas luke
lutz lydia lynn madeleine madison magda magdalena maggie magnus maike maja malcolm malte mandy manfred
manoel manuel manuela mara marc marcel marcela marcelo marco marcos marcus margaret margarita margit
maria mariam marian marianne marie marija marina mario marion marisa maritza marius marjorie mark markus
marlene marta martha martin martina marvin mary maryam mathew mathias mathieu mathilde matt matteo
matthew matthias maurice mauro max maxim maximilian maya megan meghan mehmet meike mel melanie melinda
melissa mercedes meredith merle mia micha michael michaela michal michał michel michela michele michelle
miguel mihai mikael mike mila milan mile milena millie mina miriam mirjam mirko misha mitchell mohamed
mohammad mohammed moira molly mona monica monika monique morgan moritz moses muhammad murat mustafa nadia
nadine nadja nancy naomi natalia natalie natasha nathalie nathan nathaniel neil nella nelson nicholas
nick nicky nico nicola nicolas nicole niels nigel niklas niko nikola nikolai nikolaus nils nina noah noel
nora norbert norman octavia ole olga oliver olivia olivier oscar oskar otto owen pablo pamela paola paolo
pascal patricia patrick patrizia paul paula paulina pauline paulo pavel pawel pedro peggy penelope penny
pernille petr petra phil philip philipp philippe phillip pia pierre pilar piotr polly prashant preeti
priya rachel rafael rahul rainer raj rajesh ralf ralph ramona randy raphael raphaël rashid raul ravi ray
raymond rebecca regina reiner reinhard renata renate rené ricardo richard rick rita rob robbie robert
roberta roberto robin rodrigo roger roland rolf roman romy ron ronald ronny rosa rosalie rosemary ross
roy ruben rudolf rui rupert russell ruth ryan sabina sabine sabrina sally sam samantha samir samuel
sandra sandro sandy sanjay santiago sara sarah sascha saskia scott sean sebastian sebastien sergei sergey
sergio shane shannon sharon shaun shawn sheila shelby shelia shelley sherry sibylle siegfried sigrid
silke silvia simon simona simone sofia solène sonia sonja sophia sophie stacey stacy stan stefan stefanie
stefano steffen stella stephan stephanie stephen steve steven stewart stuart stéphane sue sunil susan
susanna susanne susi suzanne sven svenja svetlana sylvain sylvia sylvie sébastien sören tamara tanja
tanya tara tatiana tatjana taylor ted teresa terry theo theodor theresa therese thiago thomas thorsten
tiago tilman tim timo timothy tina tobias toby todd tom tomas tomasz tommy toni tony torben torsten
tracey tracy travis trevor trina tristan trond tyler udo ulf uli ulrich ulrike umar urs ursula uschi uta
ute uwe valentin valentina valerie vanessa vera verena veronica veronika vicky victor victoria viktor
viktoria vincent vincenzo viola virginia vivian viviane vladimir volker walter waltraud wanda warren
wayne wendy werner wesley wilfried wilhelm will willi william willy winfried wolfgang xavier yann yannick
yasmin yolanda yuri yusuf yvette yvonne zachary zoe zoë álvaro
""".split()
)


def may_have_given_name(line: str) -> bool:
    """Whether a common given name is among the words of a line: cheap, to be asked first."""
    return not _NAMES.isdisjoint(line.casefold().replace("-", " ").split())


def has_given_name(name: str) -> bool:
    """Whether a name begins with a common given name; a title ("Dr.") before it does not count."""
    words = name.casefold().replace("-", " ").split()
    while len(words) > 1 and words[0].endswith("."):
        words = words[1:]
    return words[0] in _NAMES if words else False
