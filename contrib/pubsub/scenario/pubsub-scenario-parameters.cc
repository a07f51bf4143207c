// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-scenario-parameters.h"

#include "pubsub-event-scheduler.h"
#include "pubsub-json-text.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubScenarioParameters");

namespace
{

/**
 * @param value a number
 * @return its shortest text that reads back as the same number
 */
template <typename Number>
std::string
Shortest(Number value)
{
    char text[64];
    const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
    return std::string(text, end);
}

/**
 * @param text from the command line
 * @param value taken from it
 * @return whether it is a number
 */
template <typename Number>
bool
ReadNumber(const std::string& text, Number& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

/**
 * @brief Try a default in a child process, because ns-3 aborts on some values it cannot read.
 * @param name of an attribute
 * @param value for it
 * @return whether ns-3 takes it
 */
bool
IsTaken(const std::string& name, const std::string& value)
{
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit noCore{0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
        close(STDERR_FILENO);
        _exit(Config::SetDefaultFailSafe(name, StringValue(value)) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

/**
 * @param type that has an attribute, or inherits it
 * @param attribute its name
 * @return the type that declares it, whose defaults alone ns-3 can set
 */
TypeId
DeclaringType(TypeId type, const std::string& attribute)
{
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        if (type.GetAttribute(i).name == attribute)
        {
            return type;
        }
    }
    return DeclaringType(type.GetParent(), attribute);
}

/**
 * @param words to join
 * @return them with commas
 */
std::string
Listed(const std::vector<std::string>& words)
{
    std::string list;
    for (const std::string& word : words)
    {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

/**
 * @param a a word
 * @param b another
 * @return edits between them
 */
std::size_t
Edits(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

ScenarioParameters::ScenarioParameters(std::string program, std::string summary)
    : m_program(std::move(program)),
      m_summary(std::move(summary))
{
}

void
ScenarioParameters::Add(const std::string& name,
                        int64_t& value,
                        int64_t minimum,
                        int64_t maximum,
                        const std::string& unit,
                        const std::string& help)
{
    NS_LOG_FUNCTION(this);
    const auto set = [&value, minimum, maximum](const std::string& text) {
        int64_t given = 0;
        const bool good = ReadNumber(text, given) && given >= minimum && given <= maximum;
        value = good ? given : value;
        return good;
    };
    const std::string low = std::to_string(minimum);
    const std::string high = std::to_string(maximum);
    m_parameters.push_back({name,
                            "int",
                            std::to_string(value),
                            low,
                            high,
                            {},
                            unit,
                            help,
                            set,
                            "a whole number from " + low + " to " + high});
}

void
ScenarioParameters::Add(const std::string& name,
                        double& value,
                        double minimum,
                        double maximum,
                        const std::string& unit,
                        const std::string& help)
{
    NS_LOG_FUNCTION(this);
    const auto set = [&value, minimum, maximum](const std::string& text) {
        double given = 0.0;
        const bool good = ReadNumber(text, given) && given >= minimum && given <= maximum;
        value = good ? given : value;
        return good;
    };
    const std::string low = Shortest(minimum);
    const std::string high = Shortest(maximum);
    m_parameters.push_back({name,
                            "float",
                            Shortest(value),
                            low,
                            high,
                            {},
                            unit,
                            help,
                            set,
                            "a number from " + low + " to " + high});
}

void
ScenarioParameters::Add(const std::string& name,
                        std::string& value,
                        const std::vector<std::string>& choices,
                        const std::string& unit,
                        const std::string& help)
{
    NS_LOG_FUNCTION(this);
    const auto set = [&value, choices](const std::string& text) {
        const bool good =
            choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end();
        value = good ? text : value;
        return good;
    };
    m_parameters.push_back({name,
                            "str",
                            Json(value),
                            "null",
                            "null",
                            choices,
                            unit,
                            help,
                            set,
                            "one of " + Listed(choices)});
}

void
ScenarioParameters::Add(const std::string& name, bool& value, const std::string& help)
{
    NS_LOG_FUNCTION(this);
    const auto set = [&value](const std::string& text) {
        const bool on = text == "true" || text == "1" || text.empty();
        const bool off = text == "false" || text == "0";
        value = on || (value && !off);
        return on || off;
    };
    m_parameters.push_back({name,
                            "bool",
                            value ? "true" : "false",
                            "null",
                            "null",
                            {},
                            "",
                            help,
                            set,
                            "true or false"});
}

void
ScenarioParameters::Label(const std::string& name, const ChoiceLabels& labels)
{
    NS_LOG_FUNCTION(this << name);
    const auto named = std::find_if(m_parameters.begin(),
                                    m_parameters.end(),
                                    [&name](const Parameter& each) { return each.name == name; });
    NS_ABORT_MSG_IF(named == m_parameters.end(), "no parameter has the name " << name);
    named->labels = labels;
}

void
ScenarioParameters::SetKind(const std::string& kind)
{
    m_kind = kind;
}

void
ScenarioParameters::Refuse(const std::string& sentence) const
{
    NS_LOG_FUNCTION(this);
    std::cerr << m_program << ": " << sentence << std::endl;
    std::exit(2);
}

void
ScenarioParameters::Parse(int argc, char* argv[])
{
    Parse(std::vector<std::string>(argv, argv + argc));
}

void
ScenarioParameters::Parse(const std::vector<std::string>& arguments)
{
    NS_LOG_FUNCTION(this);
    if (const char* parent = std::getenv("PUBSUB_DIE_WITH_PARENT"))
    {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (const int pid = std::atoi(parent); pid > 1 && getppid() != pid)
        {
            std::_Exit(1); // it has died before we asked
        }
    }
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    SetScheduler(FASTEST_SCHEDULER);
    for (std::size_t i = 1; i < arguments.size(); ++i)
    {
        ParseOne(arguments[i]);
    }
}

void
ScenarioParameters::ParseOne(const std::string& argument)
{
    if (!argument.starts_with("--"))
    {
        Refuse("'" + argument + "' is not a parameter; expected --name=value, see --help");
    }
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const std::string name = argument.substr(2, equals - 2);
    const std::string value = equals < argument.size() ? argument.substr(equals + 1) : "";
    if (name == "help" || name == "PrintHelp")
    {
        PrintHelp();
        std::exit(0);
    }
    if (name == "describe")
    {
        PrintDescription();
        std::exit(0);
    }
    if (name == "progress")
    {
        m_progress = true;
        return;
    }
    if (name == "check")
    {
        m_checkOnly = true;
        return;
    }
    if (name == "out")
    {
        m_out = value;
        return;
    }
    if (name == "RngRun")
    {
        SetRun(value);
        return;
    }
    if (name == SCHEDULER)
    {
        SetScheduler(value);
        return;
    }
    if (name.starts_with("ns3::"))
    {
        SetAttribute(name, value);
        return;
    }
    for (const Parameter& parameter : m_parameters)
    {
        if (parameter.name == name)
        {
            if ((equals == argument.size() && parameter.type != "bool") || !parameter.set(value))
            {
                Refuse("--" + name + "=" + value + " is not " + parameter.expected);
            }
            return;
        }
    }
    Refuse("there is no parameter --" + name + Suggestion(name) + "; see --help");
}

std::string
ScenarioParameters::Suggestion(const std::string& name) const
{
    std::string nearest;
    std::size_t least = 4;
    for (const Parameter& parameter : m_parameters)
    {
        if (const std::size_t edits = Edits(name, parameter.name); edits < least)
        {
            least = edits;
            nearest = parameter.name;
        }
    }
    return nearest.empty() ? "" : " (did you mean --" + nearest + "?)";
}

void
ScenarioParameters::SetAttribute(const std::string& name, const std::string& value) const
{
    const std::size_t split = name.rfind("::");
    TypeId type;
    TypeId::AttributeInformation attribute;
    if (!TypeId::LookupByNameFailSafe(name.substr(0, split), &type) ||
        !type.LookupAttributeByName(name.substr(split + 2), &attribute))
    {
        Refuse("there is no attribute --" + name + "; see --describe for those of the protocols");
    }
    if (const TypeId declaring = DeclaringType(type, name.substr(split + 2)); declaring != type)
    {
        Refuse("--" + name + " is an attribute of " + declaring.GetName() + "; expected --" +
               declaring.GetName() + name.substr(split) +
               ", which sets it for all types of that kind");
    }
    if (!IsTaken(name, value))
    {
        const auto checker = attribute.checker;
        Refuse("--" + name + "=" + value + " cannot be; expected " +
               (checker->HasUnderlyingTypeInformation() ? checker->GetUnderlyingTypeInformation()
                                                        : checker->GetValueTypeName()));
    }
    Config::SetDefault(name, StringValue(value));
}

void
ScenarioParameters::SetRun(const std::string& value) const
{
    uint64_t run = 0;
    if (!ReadNumber(value, run) || run == 0)
    {
        Refuse("--RngRun=" + value + " is not a whole number from 1 on");
    }
    RngSeedManager::SetRun(run);
}

void
ScenarioParameters::SetScheduler(const std::string& value) const
{
    const auto names = SchedulerNames();
    if (std::find(names.begin(), names.end(), value) == names.end())
    {
        Refuse("--" + SCHEDULER + "=" + value + " is not one of " + Listed(names));
    }
    GlobalValue::Bind(SCHEDULER, StringValue(value));
}

void
ScenarioParameters::EndCheck() const
{
    NS_LOG_FUNCTION(this);
    if (m_checkOnly)
    {
        std::exit(0);
    }
}

std::string
ScenarioParameters::MakeOut() const
{
    NS_LOG_FUNCTION(this);
    std::error_code error;
    std::filesystem::create_directories(m_out, error);
    if (error || !std::filesystem::is_directory(m_out) || access(m_out.c_str(), W_OK | X_OK) != 0)
    {
        Refuse("--out=" + m_out +
               " cannot be written; expected a folder, or where one can be made");
    }
    return m_out;
}

void
ScenarioParameters::PrintHelp() const
{
    std::cout << m_program << ": " << m_summary << "\n\nParameters (--name=value):\n";
    for (const Parameter& parameter : m_parameters)
    {
        std::cout << "  --" << parameter.name << "  " << parameter.help;
        std::cout << (parameter.unit.empty() ? "" : ", " + parameter.unit);
        std::cout << "\n      default " << parameter.defaultValue;
        if (!parameter.choices.empty() || parameter.type == "int" || parameter.type == "float")
        {
            std::cout << ", " << parameter.expected;
        }
        std::cout << "\n";
    }
    std::cout << "\nAlways there:\n"
                 "  --RngRun=K    replication: same mobility and workload for every protocol\n"
                 "  --out=FOLDER  write captures and trace tables there\n"
                 "  --progress    tell on standard error how far the simulation is\n"
                 "  --check       check the parameters and end; nothing is simulated\n"
                 "  --describe    all parameters and attributes as JSON\n"
                 "  --ns3::ShopParent::ShopPeriod=5s  any attribute of ns-3 or of the protocols\n"
                 "  --SchedulerType=ns3::MapScheduler  what holds the events to come; decides "
                 "speed alone,\n"
                 "      default "
              << FASTEST_SCHEDULER << "\n";
}

} // namespace ns3::pubsub
