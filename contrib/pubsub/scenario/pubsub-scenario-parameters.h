// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SCENARIO_PARAMETERS_H
#define PUBSUB_SCENARIO_PARAMETERS_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub
{

/// Choices of a parameter, each with its name in reports.
using ChoiceLabels = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup pubsub
 * @brief The parameters of a scenario program, as docs/run-contract.md wants them: typed, with
 * defaults, ranges, units and help; told to people by `--help` and to programs by `--describe`.
 *
 * Wrong usage ends the program with one sentence on standard error and exit status 2.
 */
class ScenarioParameters
{
  public:
    /**
     * @param program name
     * @param summary one sentence
     */
    ScenarioParameters(std::string program, std::string summary);

    /**
     * @brief A whole number.
     * @param name
     * @param value default, overwritten
     * @param minimum allowed
     * @param maximum allowed
     * @param unit
     * @param help
     */
    void Add(const std::string& name,
             int64_t& value,
             int64_t minimum,
             int64_t maximum,
             const std::string& unit,
             const std::string& help);

    /// @copydoc Add
    void Add(const std::string& name,
             double& value,
             double minimum,
             double maximum,
             const std::string& unit,
             const std::string& help);

    /**
     * @brief A text.
     * @param name
     * @param value default, overwritten
     * @param choices allowed; empty: any
     * @param unit "file" for the name of a file
     * @param help
     */
    void Add(const std::string& name,
             std::string& value,
             const std::vector<std::string>& choices,
             const std::string& unit,
             const std::string& help);

    /**
     * @brief A switch.
     * @param name
     * @param value default, overwritten
     * @param help
     */
    void Add(const std::string& name, bool& value, const std::string& help);

    /**
     * @brief Name choices of a parameter for reports. Protocols have the labels of their registry.
     * @param name of a parameter that was added
     * @param labels of its choices
     */
    void Label(const std::string& name, const ChoiceLabels& labels);

    /**
     * @brief Read the command line; may print help or a description and exit 0.
     * @param argc of main
     * @param argv of main
     */
    void Parse(int argc, char* argv[]);

    /**
     * @brief The same, for Python.
     * @param arguments the program's name, and what follows it
     */
    void Parse(const std::vector<std::string>& arguments);

    /**
     * @brief State the kind of network, which decides the outputs of a run; not for tools.
     * @param kind radio or wired
     */
    void SetKind(const std::string& kind);

    /**
     * @brief End the program: wrong usage.
     * @param sentence what is wrong and what was expected
     */
    [[noreturn]] void Refuse(const std::string& sentence) const;

    /// @brief To be called after the last check of a parameter. With `--check`, the program ends
    /// here, with exit status 0; ScenarioRun calls it as well.
    void EndCheck() const;

    /// @return whether outputs are wanted
    bool HasOut() const
    {
        return !m_out.empty();
    }

    /**
     * @brief Make the folder for the outputs, or refuse.
     * @return its name
     */
    std::string MakeOut() const;

    /// @return whether progress is to be told
    bool Progress() const
    {
        return m_progress;
    }

  private:
    /// One parameter, with its limits as JSON.
    struct Parameter
    {
        std::string name;                            ///< after the two dashes
        std::string type;                            ///< int, float, str or bool
        std::string defaultValue;                    ///< as JSON
        std::string minimum;                         ///< as JSON
        std::string maximum;                         ///< as JSON
        std::vector<std::string> choices;            ///< empty: any
        std::string unit;                            ///< empty: none
        std::string help;                            ///< a phrase
        std::function<bool(const std::string&)> set; ///< take a value; false if it is not one
        std::string expected;                        ///< what a value must be
        ChoiceLabels labels{};                       ///< of choices, in reports
    };

    /**
     * @brief Take one argument.
     * @param argument from the command line
     */
    void ParseOne(const std::string& argument);

    /**
     * @brief Set a default of an ns-3 attribute.
     * @param name full
     * @param value of it
     */
    void SetAttribute(const std::string& name, const std::string& value) const;

    /**
     * @brief Set ns-3's scheduler.
     * @param value name of its class
     */
    void SetScheduler(const std::string& value) const;

    /**
     * @brief Set the replication.
     * @param value a positive number
     */
    void SetRun(const std::string& value) const;

    /// @brief Print the help for people.
    void PrintHelp() const;

    /// @brief Print the description for programs.
    void PrintDescription() const;

    /**
     * @param name not known
     * @return the known name that is closest, as a question, or nothing
     */
    std::string Suggestion(const std::string& name) const;

    std::string m_program;               ///< name
    std::string m_summary;               ///< one sentence
    std::string m_kind;                  ///< of network; empty: none
    std::vector<Parameter> m_parameters; ///< in the order of the help
    std::string m_out;                   ///< folder for the outputs
    bool m_progress = false;             ///< whether to tell progress
    bool m_checkOnly = false;            ///< whether to end when all parameters are checked
};

} // namespace ns3::pubsub

#endif
