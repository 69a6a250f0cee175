"""The chemical elements 1 (hydrogen) to 104 (rutherfordium), the faces of the deck `elements`.

Weights are the abridged standard atomic weights of the IUPAC (2021); in brackets, for an element
that has none, the mass number of a long-lived isotope. Chemists differ about a few families: here
zinc is a transition metal, polonium a metal after them, astatine a halogen.
"""

from enum import StrEnum
from typing import NamedTuple


class Family(StrEnum):
    """The ten families whose colours a periodic table shows."""

    ALKALI = "alkali"
    ALKALINE_EARTH = "alkaline-earth"
    TRANSITION = "transition"
    POST_TRANSITION = "post-transition"
    METALLOID = "metalloid"
    NONMETAL = "nonmetal"
    HALOGEN = "halogen"
    NOBLE_GAS = "noble-gas"
    LANTHANIDE = "lanthanide"
    ACTINIDE = "actinide"


class Element(NamedTuple):
    """A chemical element. weight: as printed in English, "132.91" or "[223]"."""

    symbol: str
    english: str
    french: str
    weight: str
    family: Family

    def name_in(self, language: str) -> str:
        """Its name in one of the site's languages."""
        return self.french if language == "fr" else self.english

    def weight_in(self, language: str) -> str:
        """Its weight with the decimal sign of a language."""
        return self.weight.replace(".", ",") if language == "fr" else self.weight


def element(number: int) -> Element:
    """The element of an atomic number 1..104."""
    return ELEMENTS[number - 1]


ELEMENTS = (
    Element("H", "hydrogen", "hydrogène", "1.008", Family.NONMETAL),
    Element("He", "helium", "hélium", "4.0026", Family.NOBLE_GAS),
    Element("Li", "lithium", "lithium", "6.94", Family.ALKALI),
    Element("Be", "beryllium", "béryllium", "9.0122", Family.ALKALINE_EARTH),
    Element("B", "boron", "bore", "10.81", Family.METALLOID),
    Element("C", "carbon", "carbone", "12.011", Family.NONMETAL),
    Element("N", "nitrogen", "azote", "14.007", Family.NONMETAL),
    Element("O", "oxygen", "oxygène", "15.999", Family.NONMETAL),
    Element("F", "fluorine", "fluor", "18.998", Family.HALOGEN),
    Element("Ne", "neon", "néon", "20.180", Family.NOBLE_GAS),
    Element("Na", "sodium", "sodium", "22.990", Family.ALKALI),
    Element("Mg", "magnesium", "magnésium", "24.305", Family.ALKALINE_EARTH),
    Element("Al", "aluminium", "aluminium", "26.982", Family.POST_TRANSITION),
    Element("Si", "silicon", "silicium", "28.085", Family.METALLOID),
    Element("P", "phosphorus", "phosphore", "30.974", Family.NONMETAL),
    Element("S", "sulfur", "soufre", "32.06", Family.NONMETAL),
    Element("Cl", "chlorine", "chlore", "35.45", Family.HALOGEN),
    Element("Ar", "argon", "argon", "39.95", Family.NOBLE_GAS),
    Element("K", "potassium", "potassium", "39.098", Family.ALKALI),
    Element("Ca", "calcium", "calcium", "40.078", Family.ALKALINE_EARTH),
    Element("Sc", "scandium", "scandium", "44.956", Family.TRANSITION),
    Element("Ti", "titanium", "titane", "47.867", Family.TRANSITION),
    Element("V", "vanadium", "vanadium", "50.942", Family.TRANSITION),
    Element("Cr", "chromium", "chrome", "51.996", Family.TRANSITION),
    Element("Mn", "manganese", "manganèse", "54.938", Family.TRANSITION),
    Element("Fe", "iron", "fer", "55.845", Family.TRANSITION),
    Element("Co", "cobalt", "cobalt", "58.933", Family.TRANSITION),
    Element("Ni", "nickel", "nickel", "58.693", Family.TRANSITION),
    Element("Cu", "copper", "cuivre", "63.546", Family.TRANSITION),
    Element("Zn", "zinc", "zinc", "65.38", Family.TRANSITION),
    Element("Ga", "gallium", "gallium", "69.723", Family.POST_TRANSITION),
    Element("Ge", "germanium", "germanium", "72.630", Family.METALLOID),
    Element("As", "arsenic", "arsenic", "74.922", Family.METALLOID),
    Element("Se", "selenium", "sélénium", "78.971", Family.NONMETAL),
    Element("Br", "bromine", "brome", "79.904", Family.HALOGEN),
    Element("Kr", "krypton", "krypton", "83.798", Family.NOBLE_GAS),
    Element("Rb", "rubidium", "rubidium", "85.468", Family.ALKALI),
    Element("Sr", "strontium", "strontium", "87.62", Family.ALKALINE_EARTH),
    Element("Y", "yttrium", "yttrium", "88.906", Family.TRANSITION),
    Element("Zr", "zirconium", "zirconium", "91.224", Family.TRANSITION),
    Element("Nb", "niobium", "niobium", "92.906", Family.TRANSITION),
    Element("Mo", "molybdenum", "molybdène", "95.95", Family.TRANSITION),
    Element("Tc", "technetium", "technétium", "[97]", Family.TRANSITION),
    Element("Ru", "ruthenium", "ruthénium", "101.07", Family.TRANSITION),
    Element("Rh", "rhodium", "rhodium", "102.91", Family.TRANSITION),
    Element("Pd", "palladium", "palladium", "106.42", Family.TRANSITION),
    Element("Ag", "silver", "argent", "107.87", Family.TRANSITION),
    Element("Cd", "cadmium", "cadmium", "112.41", Family.TRANSITION),
    Element("In", "indium", "indium", "114.82", Family.POST_TRANSITION),
    Element("Sn", "tin", "étain", "118.71", Family.POST_TRANSITION),
    Element("Sb", "antimony", "antimoine", "121.76", Family.METALLOID),
    Element("Te", "tellurium", "tellure", "127.60", Family.METALLOID),
    Element("I", "iodine", "iode", "126.90", Family.HALOGEN),
    Element("Xe", "xenon", "xénon", "131.29", Family.NOBLE_GAS),
    Element("Cs", "caesium", "césium", "132.91", Family.ALKALI),
    Element("Ba", "barium", "baryum", "137.33", Family.ALKALINE_EARTH),
    Element("La", "lanthanum", "lanthane", "138.91", Family.LANTHANIDE),
    Element("Ce", "cerium", "cérium", "140.12", Family.LANTHANIDE),
    Element("Pr", "praseodymium", "praséodyme", "140.91", Family.LANTHANIDE),
    Element("Nd", "neodymium", "néodyme", "144.24", Family.LANTHANIDE),
    Element("Pm", "promethium", "prométhium", "[145]", Family.LANTHANIDE),
    Element("Sm", "samarium", "samarium", "150.36", Family.LANTHANIDE),
    Element("Eu", "europium", "europium", "151.96", Family.LANTHANIDE),
    Element("Gd", "gadolinium", "gadolinium", "157.25", Family.LANTHANIDE),
    Element("Tb", "terbium", "terbium", "158.93", Family.LANTHANIDE),
    Element("Dy", "dysprosium", "dysprosium", "162.50", Family.LANTHANIDE),
    Element("Ho", "holmium", "holmium", "164.93", Family.LANTHANIDE),
    Element("Er", "erbium", "erbium", "167.26", Family.LANTHANIDE),
    Element("Tm", "thulium", "thulium", "168.93", Family.LANTHANIDE),
    Element("Yb", "ytterbium", "ytterbium", "173.05", Family.LANTHANIDE),
    Element("Lu", "lutetium", "lutécium", "174.97", Family.LANTHANIDE),
    Element("Hf", "hafnium", "hafnium", "178.49", Family.TRANSITION),
    Element("Ta", "tantalum", "tantale", "180.95", Family.TRANSITION),
    Element("W", "tungsten", "tungstène", "183.84", Family.TRANSITION),
    Element("Re", "rhenium", "rhénium", "186.21", Family.TRANSITION),
    Element("Os", "osmium", "osmium", "190.23", Family.TRANSITION),
    Element("Ir", "iridium", "iridium", "192.22", Family.TRANSITION),
    Element("Pt", "platinum", "platine", "195.08", Family.TRANSITION),
    Element("Au", "gold", "or", "196.97", Family.TRANSITION),
    Element("Hg", "mercury", "mercure", "200.59", Family.TRANSITION),
    Element("Tl", "thallium", "thallium", "204.38", Family.POST_TRANSITION),
    Element("Pb", "lead", "plomb", "207.2", Family.POST_TRANSITION),
    Element("Bi", "bismuth", "bismuth", "208.98", Family.POST_TRANSITION),
    Element("Po", "polonium", "polonium", "[209]", Family.POST_TRANSITION),
    Element("At", "astatine", "astate", "[210]", Family.HALOGEN),
    Element("Rn", "radon", "radon", "[222]", Family.NOBLE_GAS),
    Element("Fr", "francium", "francium", "[223]", Family.ALKALI),
    Element("Ra", "radium", "radium", "[226]", Family.ALKALINE_EARTH),
    Element("Ac", "actinium", "actinium", "[227]", Family.ACTINIDE),
    Element("Th", "thorium", "thorium", "232.04", Family.ACTINIDE),
    Element("Pa", "protactinium", "protactinium", "231.04", Family.ACTINIDE),
    Element("U", "uranium", "uranium", "238.03", Family.ACTINIDE),
    Element("Np", "neptunium", "neptunium", "[237]", Family.ACTINIDE),
    Element("Pu", "plutonium", "plutonium", "[244]", Family.ACTINIDE),
    Element("Am", "americium", "américium", "[243]", Family.ACTINIDE),
    Element("Cm", "curium", "curium", "[247]", Family.ACTINIDE),
    Element("Bk", "berkelium", "berkélium", "[247]", Family.ACTINIDE),
    Element("Cf", "californium", "californium", "[251]", Family.ACTINIDE),
    Element("Es", "einsteinium", "einsteinium", "[252]", Family.ACTINIDE),
    Element("Fm", "fermium", "fermium", "[257]", Family.ACTINIDE),
    Element("Md", "mendelevium", "mendélévium", "[258]", Family.ACTINIDE),
    Element("No", "nobelium", "nobélium", "[259]", Family.ACTINIDE),
    Element("Lr", "lawrencium", "lawrencium", "[262]", Family.ACTINIDE),
    Element("Rf", "rutherfordium", "rutherfordium", "[267]", Family.TRANSITION),
)
